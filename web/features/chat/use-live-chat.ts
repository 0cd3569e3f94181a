import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { listen } from '#web/lib/listen.ts'
import { useConnected, useSocketEvent, useSocketRoom } from '#web/lib/socket.ts'
import { catchUp, refresh, showHidden, showMessages, showOffer, showRead } from './message-cache.ts'
import { threadsQuery } from './queries.ts'
import { addMessage, changeThreads, readThread, refreshThread, refreshThreads } from './threads.ts'

/** Milliseconds in which several changes of the list cause one read. */
const debounceMs = 1000
/** Milliseconds after a message or read event in which `threads_changed` refers to the same change. */
const sameChangeMs = 500

/** A failed read is repeated at the next opportunity: reconnection, return to the page, the next event. */
const ignore = () => undefined

/**
 * Keeps the conversations in step with the database: shows socket events at once and reads after them. Reads everything again
 * after each connection, when the network is back, and when the user returns to the page.
 */
export function useLiveChat(viewerId: number, openThread: number | null, onLive: () => void): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = useRef(openThread)
  const live = useRef(onLive)
  const lastEventAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    open.current = openThread
    live.current = onLive
  })

  const readList = useCallback(() => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      refreshThreads(client).catch(ignore)
    }, debounceMs)
  }, [client])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )

  const sync = useCallback(async () => {
    live.current()
    readList()
    if (open.current !== null) await refresh(client, open.current).catch(ignore)
  }, [client, readList])

  useConnected(() => {
    live.current()
    readList()
  })
  useSocketRoom('join_thread', openThread, () => void sync())
  useEffect(() => {
    const ends = [
      listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && void sync()),
      listen(window, 'online', () => void sync()),
      // The page was restored from the back/forward cache.
      listen<PageTransitionEvent>(window, 'pageshow', ({ persisted }) => persisted && void sync()),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [sync])

  useSocketEvent('new_message', ({ threadId, message }) => {
    lastEventAt.current = performance.now()
    showMessages(client, threadId, [message])
    changeThreads(client, (known) => addMessage(known, message, viewerId))
    catchUp(client, threadId).catch(ignore)
    const listed = client
      .getQueryData<{ items: { id: number }[] }>(threadsQuery.queryKey)
      ?.items.some(({ id }) => id === threadId)
    if (!listed) refreshThread(client, threadId).catch(ignore)
  })
  useSocketEvent('messages_read', (event) => {
    lastEventAt.current = performance.now()
    showRead(client, event.threadId, event.readerId, event.upTo, event.readAt)
    changeThreads(client, (known) => readThread(known, event, viewerId))
  })
  useSocketEvent('offer_changed', (event) => showOffer(client, event))
  useSocketEvent('message_hidden', ({ threadId, messageId }) => showHidden(client, threadId, messageId))
  // This event follows the two above: a list of a hundred is not read again for each message.
  useSocketEvent('threads_changed', () => {
    if (performance.now() - lastEventAt.current > sameChangeMs) readList()
  })
}
