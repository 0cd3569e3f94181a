import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { ActivityList } from '#web/ui/activity-list.tsx'
import { LoadingOrRetry } from './section.tsx'

export const activityQuery = apiQuery('GET /api/settings/activity')

const firstShown = 5

export function Activity() {
  const now = useNow()
  const [all, setAll] = useState(false)
  const { data: events, isFetching, refetch } = useQuery({ ...activityQuery, retryOnMount: true })
  if (!events) return <LoadingOrRetry reading={isFetching} onRetry={() => void refetch()} />
  if (events.length === 0) return <p className="text-muted">Nothing has happened yet.</p>
  return (
    <>
      <ActivityList
        events={all ? events : events.slice(0, firstShown)}
        timeOf={(moment) => timeAgo(moment, now)}
      />
      {!all && events.length > firstShown && (
        <button type="button" className="link mt-2 min-h-11" onClick={() => setAll(true)}>
          Show all
        </button>
      )}
    </>
  )
}
