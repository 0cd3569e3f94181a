import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { limits } from '#shared/limits.ts'
import { statusOf } from './errors.ts'
import { useIdle } from './idle.ts'
import { useReconnected } from './socket.ts'
import { useReadSoon } from './use-read-soon.ts'

/** Milliseconds from an event until the count is read: a message comes with more than one. */
const delayMs = 150

/**
 * The signed-in user's number of something unread, 0 while unknown: read every 30 s, and soon after `readSoon`, which reads again
 * everything below `stale`. Subscribe to events only while `live`. Use it once per page: each use polls.
 */
export function useLiveCount(
  query: { queryKey: QueryKey },
  signedIn: boolean,
  stale: QueryKey = query.queryKey,
): { count: number; readSoon: () => void; live: boolean } {
  const client = useQueryClient()
  const { data } = useQuery<{ count: number }>({
    ...query,
    enabled: signedIn,
    // Also in background tabs, whose title shows the number. Stops after a 401.
    refetchInterval: ({ state }) => (statusOf(state.error) === 401 ? false : limits.unreadRefetch * 1000),
    refetchIntervalInBackground: true,
  })

  const readSoon = useReadSoon(() => void client.invalidateQueries({ queryKey: stale }), delayMs)
  // The socket opens once the page is idle.
  const live = useIdle() && signedIn
  useReconnected(readSoon, live)
  return { count: signedIn ? (data?.count ?? 0) : 0, readSoon, live }
}
