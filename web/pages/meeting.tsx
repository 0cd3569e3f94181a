import { useQuery } from '@tanstack/react-query'
import { CalendarClock, MapPin } from 'lucide-react'
import type { DealStatus } from '#shared/contract/deals.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { meetingTime } from '#web/features/deals/deal-texts.ts'
import { apiQuery } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { signpost } from '#web/ui/drawings.tsx'
import { EmptyState, OutlineLink } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const linkQuery = (token: string) => apiQuery('GET /api/meetings/by-link', { query: { token } })

export const queries = (search: URLSearchParams) => [linkQuery(search.get('token') ?? '')]

const states: Record<DealStatus, string> = {
  PROPOSED: 'They are agreeing on another place or time.',
  ACCEPTED: 'They agreed to meet.',
  DECLINED: 'The meeting is called off.',
  CANCELLED: 'The meeting is called off.',
  COMPLETED: 'They met, and the trade is done.',
}

/** /meeting: a meeting by the link that one of the two shared, for a visitor without an account. */
export function Page() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { data, error, isFetching, refetch } = useQuery(linkQuery(token))
  const isGone = statusOf(error) === 404 || statusOf(error) === 400
  return (
    <div className="page pt-6 pb-16">
      <PageHead title="A meeting" />
      {data ? (
        <div className="mx-auto max-w-2xl">
          <h1 className="mb-5 text-2xl font-extrabold wrap-anywhere sm:text-3xl">
            {`${data.sharedBy} meets ${data.meets}`}
          </h1>
          <div className="card p-5 sm:p-6">
            <p className="font-semibold">{states[data.status]}</p>
            <ul className="mt-3 space-y-1.5">
              <li className="flex items-start gap-1.5">
                <CalendarClock size={18} className="mt-0.5" />
                <time dateTime={data.meetsAt}>{meetingTime(data.meetsAt)}</time>
              </li>
              <li className="flex items-start gap-1.5">
                <MapPin size={18} className="mt-0.5" />
                <span className="min-w-0 wrap-anywhere">{`${data.place}, ${data.lga}, ${data.state}`}</span>
              </li>
            </ul>
            <p className="mt-3 wrap-anywhere">{`About “${data.listing}” on ${PRODUCT_NAME}`}</p>
            {data.status === 'ACCEPTED' && (
              <p className="mt-3">{`Call ${data.sharedBy} if you hear nothing after the meeting.`}</p>
            )}
            <p className="mt-3 text-sm text-muted">
              {`${data.sharedBy} shared this with you. The link works until ${meetingTime(data.expiresAt)}.`}
            </p>
          </div>
        </div>
      ) : isGone ? (
        <EmptyState
          drawing={signpost}
          level={1}
          title="This link no longer works"
          text="It has ended, or the person who sent it stopped sharing. Ask them for a new one."
          action={<OutlineLink href={paths.home}>Go home</OutlineLink>}
        />
      ) : isFetching ? (
        <div className="skeleton h-96" role="status" aria-label="Loading the meeting" />
      ) : (
        <LoadFailure level={1} onRetry={() => void refetch()} />
      )}
    </div>
  )
}
