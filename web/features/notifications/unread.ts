import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery } from '#web/lib/api.ts'
import { useSocketEvent } from '#web/lib/socket.ts'
import { useLiveCount } from '#web/lib/use-live-count.ts'

export const unreadNotificationsQuery = apiQuery('GET /api/notifications/unread-count')

/** Of the newest page of the list, and the beginning of the number's. */
export const listKey = ['/api/notifications']

/** The signed-in user's number of unread notifications. Use it once per page. */
export function useUnreadNotifications(signedIn: boolean): number {
  const client = useQueryClient()
  // The list, where it is open, has the same change.
  const { count, readSoon, live } = useLiveCount(unreadNotificationsQuery, signedIn, listKey)
  useSocketEvent('notifications_changed', readSoon, live)
  const listed = useRef(count)
  useEffect(() => {
    if (listed.current === count) return
    listed.current = count
    // The poll found what no event told, such as one of `npm run worker` without Redis; after an event the list is being read already.
    void client.invalidateQueries({ queryKey: listKey, exact: true }, { cancelRefetch: false })
  }, [client, count])
  return count
}
