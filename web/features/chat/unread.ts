import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { limits } from '#shared/limits.ts'
import { apiQuery } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { useReconnected, useSocketEvent } from '#web/lib/socket.ts'
import { useIdle } from '#web/lib/use-idle.ts'

export const unreadQuery = apiQuery('GET /api/messages/unread-count')

/** Milliseconds in which several events make one read: a message comes with more than one. */
const gathering = 150

/**
 * How many messages somebody who is signed in has not read; 0 while it is not known. Read every 30 s and whenever the
 * server tells of a change. For one place of the page: each use reads for itself.
 */
export function useUnreadCount(signedIn: boolean): number {
  const client = useQueryClient()
  const { data } = useQuery({
    ...unreadQuery,
    enabled: signedIn,
    // In a tab that is not looked at too: its title tells of them. Who is signed out elsewhere is not asked again.
    refetchInterval: ({ state }) => (statusOf(state.error) === 401 ? false : limits.unreadRefetch * 1000),
    refetchIntervalInBackground: true,
  })

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function readSoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
      gathering,
    )
  }
  // The connection is opened once the page has come to rest.
  const live = useIdle() && signedIn
  useSocketEvent('new_message', readSoon, live)
  useSocketEvent('messages_read', readSoon, live)
  useSocketEvent('threads_changed', readSoon, live)
  useReconnected(readSoon, live)
  return signedIn ? (data?.count ?? 0) : 0
}
