import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { ActivityList } from '#web/ui/activity-list.tsx'
import { LoadingOrRetry } from './section.tsx'
import { useShowAll } from './use-show-all.tsx'

export const activityQuery = apiQuery('GET /api/settings/activity')

export function Activity() {
  const now = useNow()
  const { data: events, isFetching, refetch } = useQuery({ ...activityQuery, retryOnMount: true })
  const { shown, showAllButton } = useShowAll(events ?? [])
  if (!events) return <LoadingOrRetry reading={isFetching} onRetry={() => void refetch()} />
  if (events.length === 0) return <p className="text-muted">Nothing has happened yet.</p>
  return (
    <>
      <ActivityList events={shown} timeOf={(moment) => timeAgo(moment, now)} />
      {showAllButton}
    </>
  )
}
