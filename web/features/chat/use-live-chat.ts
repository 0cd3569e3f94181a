import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { listen } from '#web/lib/events.ts'
import { useConnected, useSocketEvent, useSocketRoom } from '#web/lib/socket.ts'
import { useReadSoon } from '#web/lib/use-read-soon.ts'
import {
  cacheHidden,
  cacheMessages,
  cacheOfferStatus,
  cacheReadReceipt,
  catchUp,
  refreshMessages,
} from './message-cache.ts'
import { threadsQuery } from './queries.ts'
import { addMessage, changeThreads, markThreadRead, refreshThread, refreshThreads } from './threads.ts'

/** Milliseconds from an event until the list is read: more than one come at once. */
const listDelayMs = 1000

/** A failed read is repeated at the next opportunity: reconnection, return to the page, the next event. */
const ignore = () => undefined

/**
 * Keeps the conversations in step with the database: shows socket events at once and reads after them. Reads everything again
 * after each connection, when the network is back, and when the user returns to the page.
 */
export function useLiveChat(viewerId: number, openThread: number | null, flushOutbox: () => void): void {
  const client = useQueryClient()
  const open = useRef(openThread)
  useEffect(() => {
    open.current = openThread
  }, [openThread])

  const readList = useReadSoon(() => refreshThreads(client, open.current).catch(ignore), listDelayMs)

  function onConnected() {
    flushOutbox()
    readList()
  }
  function sync() {
    onConnected()
    if (openThread !== null) refreshMessages(client, openThread).catch(ignore)
  }

  useConnected(onConnected)
  useSocketRoom('join_thread', openThread, sync)
  const onReturn = useEffectEvent(sync)
  useEffect(() => {
    const ends = [
      listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && onReturn()),
      listen(window, 'online', () => onReturn()),
      // The page was restored from the back/forward cache.
      listen<PageTransitionEvent>(window, 'pageshow', ({ persisted }) => persisted && onReturn()),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])

  const listedThread = (threadId: number) =>
    client.getQueryData(threadsQuery.queryKey)?.items.find(({ id }) => id === threadId)

  useSocketEvent('new_message', ({ threadId, message }) => {
    cacheMessages(client, threadId, [message])
    changeThreads(client, (known) => addMessage(known, message, viewerId))
    catchUp(client, threadId).catch(ignore)
    if (!listedThread(threadId)) refreshThread(client, threadId).catch(ignore)
  })
  useSocketEvent('messages_read', (event) => {
    cacheReadReceipt(client, event)
    changeThreads(client, (known) => markThreadRead(known, event, viewerId))
    // Newer ones are still unread: how many is for the server to say.
    if (event.readerId === viewerId && listedThread(event.threadId)?.unreadCount) readList()
  })
  useSocketEvent('offer_changed', (event) => cacheOfferStatus(client, event))
  useSocketEvent('message_hidden', ({ threadId, messageId }) => cacheHidden(client, threadId, messageId))
  useSocketEvent('threads_changed', readList)
}
