import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useConnected, useSocketEvent, useSocketRoom } from '#web/lib/socket.ts'
import { catchUp, refresh, showMessages, showRead } from './messages.ts'
import { threadsQuery } from './queries.ts'
import { addMessage, changeThreads, readThread, refreshThread, refreshThreads } from './threads.ts'

/** Milliseconds in which several changes of the list make one read. */
const calm = 1000
/** Milliseconds in which a message, or a mark of reading, has told already what changed in the list. */
const together = 500

/** What fails to be read now is read at the next chance: reconnection, return to the page, the next event. */
const ignore = () => undefined

/**
 * Keeps the conversations as the database has them: shows what the socket tells at once and reads it after that; reads all
 * again after each connection, when the network is back, and when one comes back to the page.
 */
export function useLiveChat(viewerId: number, openThread: number | null, onLive: () => void): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = useRef(openThread)
  const live = useRef(onLive)
  const toldAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    open.current = openThread
    live.current = onLive
  })

  const readList = useCallback(() => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      refreshThreads(client).catch(ignore)
    }, calm)
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
    const onVisible = () => {
      if (document.visibilityState === 'visible') void sync()
    }
    const onOnline = () => void sync()
    // A page that the browser had put to sleep whole.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) void sync()
    }
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('online', onOnline)
    addEventListener('pageshow', onPageShow)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('online', onOnline)
      removeEventListener('pageshow', onPageShow)
    }
  }, [sync])

  useSocketEvent('new_message', ({ threadId, message }) => {
    toldAt.current = performance.now()
    showMessages(client, threadId, [message])
    changeThreads(client, (known) => addMessage(known, message, viewerId))
    catchUp(client, threadId).catch(ignore)
    const listed = client
      .getQueryData<{ items: { id: number }[] }>(threadsQuery.queryKey)
      ?.items.some(({ id }) => id === threadId)
    if (!listed) refreshThread(client, threadId).catch(ignore)
  })
  useSocketEvent('messages_read', (event) => {
    toldAt.current = performance.now()
    showRead(client, event.threadId, event.readerId, event.upTo, event.readAt)
    changeThreads(client, (known) => readThread(known, event, viewerId))
  })
  // It follows what was told above: a list of a hundred is not read again for each message.
  useSocketEvent('threads_changed', () => {
    if (performance.now() - toldAt.current > together) readList()
  })
}
