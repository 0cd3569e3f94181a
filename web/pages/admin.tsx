import { useQuery } from '@tanstack/react-query'
import { AdminDesk } from '#web/features/admin/admin-desk.tsx'
import { adminQueries, statsQuery } from '#web/features/admin/admin-url.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { key } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Page as NotFoundPage } from './not-found.tsx'

export { adminQueries as queries }

/** For administrators; for everybody else the server renders a 404. */
export function Page() {
  return useSession()?.role === 'ADMIN' ? <Desk /> : <NotFoundPage />
}

/** Administrators who signed in without the required second factor are sent to the settings for it. */
function Desk() {
  const { error } = useQuery(statsQuery)
  return statusOf(error) === 403 ? <NeedsSecondFactor /> : <AdminDesk />
}

function NeedsSecondFactor() {
  return (
    <div className="page">
      <PageHead title="Admin Dashboard" />
      <EmptyState
        drawing={key}
        title="Turn on two-step login first"
        text="Administrators log in with a second step, so that a stolen password opens nothing. It takes a minute."
        level={1}
        action={<ButtonLink href={`${paths.settings}#security`}>Go to settings</ButtonLink>}
      />
    </div>
  )
}
