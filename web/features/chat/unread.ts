import { apiQuery } from '#web/lib/api.ts'
import { useSocketEvent } from '#web/lib/socket.ts'
import { useLiveCount } from '#web/lib/use-live-count.ts'

export const unreadQuery = apiQuery('GET /api/messages/unread-count')

/** The signed-in user's number of unread messages. Use it once per page. */
export function useUnreadCount(signedIn: boolean): number {
  const { count, readSoon, live } = useLiveCount(unreadQuery, signedIn)
  useSocketEvent('new_message', readSoon, live)
  useSocketEvent('messages_read', readSoon, live)
  useSocketEvent('threads_changed', readSoon, live)
  return count
}
