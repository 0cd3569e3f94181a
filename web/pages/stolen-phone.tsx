import { useQuery } from '@tanstack/react-query'
import { StolenPhoneCard } from '#web/features/passports/stolen-phone-card.tsx'
import { StolenPhoneForm } from '#web/features/passports/stolen-phone-form.tsx'
import { LeavingNote } from '#web/features/settings/leaving-note.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'

/** /stolen-phone: reports one's own phone as stolen, and shows the state of each report. */
export function Page() {
  const session = useSession()
  const { data, isFetching, refetch } = useQuery({
    ...apiQuery('GET /api/stolen-phones'),
    retryOnMount: true,
  })
  return (
    <div ref={restoreFocus} className="page pt-6 pb-16">
      <PageHead title="Report a stolen phone" />
      <h1 className="text-2xl font-extrabold sm:text-3xl">Report a stolen phone</h1>
      <p className="mt-1 mb-5 max-w-2xl text-muted">
        A moderator checks your proof. Then a check of the phone on Oja shows that it is stolen, and listings
        of it go to our moderators. Your name and the whole number stay with us.
      </p>
      <NeedsScript what="Reports need">
        {session?.isLeaving ? <LeavingNote text="Keep it to report a phone." /> : <StolenPhoneForm />}
        <div className="mt-5 space-y-5">
          {data
            ? data.map((report) => <StolenPhoneCard key={report.id} report={report} />)
            : !isFetching && <LoadFailure onRetry={() => void refetch()} />}
        </div>
      </NeedsScript>
    </div>
  )
}
