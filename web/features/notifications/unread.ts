import { apiQuery } from '#web/lib/api.ts'
import { useSocketEvent } from '#web/lib/socket.ts'
import { useLiveCount } from '#web/lib/use-live-count.ts'

export const unreadNotificationsQuery = apiQuery('GET /api/notifications/unread-count')

/** The signed-in user's number of unread notifications. Use it once per page. */
export function useUnreadNotifications(signedIn: boolean): number {
  // The list, where it is open, has the same change.
  const { count, readSoon, live } = useLiveCount(unreadNotificationsQuery, signedIn, ['/api/notifications'])
  useSocketEvent('notifications_changed', readSoon, live)
  return count
}
