import { useQuery } from '@tanstack/react-query'
import { decisionsPath, rulesPath } from '#shared/rules.ts'
import { DecisionCard } from '#web/features/appeals/decision-card.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { signpost } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState, OutlineLink } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { key } from '#web/ui/more-drawings.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const linkQuery = (token: string) => apiQuery('GET /api/decisions/by-link', { query: { token } })

export const queries = (search: URLSearchParams) => {
  const token = search.get('token')
  return token ? [linkQuery(token)] : []
}

/** /appeal: the decision of a signed link in a mail, for which nobody needs to log in; without one, the user's own decisions. */
export function Page() {
  const token = new URLSearchParams(useSearch()).get('token')
  const session = useSession()
  return (
    <div className="page pt-6 pb-16">
      <PageHead title="Appeal a decision" />
      {token ? (
        <Linked token={token} />
      ) : session ? (
        <Own />
      ) : (
        <EmptyState
          drawing={key}
          level={1}
          title="Please Login"
          text="Decisions about your listings are here once you are logged in. If your account is banned, open the link in our mail."
          action={<ButtonLink href={paths.loginThen(decisionsPath)}>Login</ButtonLink>}
        />
      )}
    </div>
  )
}

const Title = () => <h1 className="mb-5 text-2xl font-extrabold sm:text-3xl">Appeal a decision</h1>

function Linked({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(linkQuery(token))
  if (statusOf(error) === 404 || statusOf(error) === 400)
    return (
      <EmptyState
        drawing={signpost}
        level={1}
        title="This link is incomplete"
        text="Open it again from the mail, or log in and appeal there."
        action={<OutlineLink href={paths.loginThen(decisionsPath)}>Login</OutlineLink>}
      />
    )
  return (
    <>
      <Title />
      {data ? (
        <NeedsScript what="Appeals need">
          <DecisionCard decision={data} />
        </NeedsScript>
      ) : isFetching ? (
        <div className="skeleton h-96" role="status" aria-label="Loading the decision" />
      ) : (
        <LoadFailure onRetry={() => void refetch()} />
      )}
    </>
  )
}

function Own() {
  const { data, isFetching, refetch } = useQuery({
    ...apiQuery('GET /api/decisions'),
    retryOnMount: true,
    // A decision comes from elsewhere: no write of this tab makes the list old.
    staleTime: 0,
  })
  if (data?.length === 0)
    return (
      <EmptyState
        drawing={signpost}
        level={1}
        title="Nothing to appeal"
        text="When our moderators hide a listing or keep back a message of yours, you read here why, and can appeal."
        action={<OutlineLink href={rulesPath}>Read the rules</OutlineLink>}
      />
    )
  return (
    <>
      <Title />
      {data ? (
        <div className="space-y-5">
          {data.map((decision) => (
            <DecisionCard key={decision.token} decision={decision} inList />
          ))}
        </div>
      ) : isFetching ? (
        <div className="skeleton h-96" role="status" aria-label="Loading the decisions" />
      ) : (
        <LoadFailure onRetry={() => void refetch()} />
      )}
    </>
  )
}
