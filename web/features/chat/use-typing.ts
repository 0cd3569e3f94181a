import { useEffect, useRef, useState } from 'react'
import { connect, useSocketEvent } from '#web/lib/socket.ts'

/** How long a typing event is shown, and the minimum milliseconds between two sent ones. */
const typingShownMs = 5000
const resendInterval = 3000

export function useTyping(viewerId: number): ReadonlySet<number> {
  const [typing, setTyping] = useState<ReadonlySet<number>>(new Set())
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())

  function end(threadId: number) {
    clearTimeout(timers.current.get(threadId))
    timers.current.delete(threadId)
    setTyping((before) => new Set([...before].filter((id) => id !== threadId)))
  }

  useSocketEvent('typing', ({ threadId, userId }) => {
    if (userId === viewerId) return
    clearTimeout(timers.current.get(threadId))
    timers.current.set(
      threadId,
      setTimeout(() => end(threadId), typingShownMs),
    )
    setTyping((before) => new Set([...before, threadId]))
  })
  useSocketEvent('new_message', ({ threadId, message }) => {
    if (message.senderId !== viewerId) end(threadId)
  })
  useEffect(() => {
    const all = timers.current
    return () => {
      for (const timer of all.values()) clearTimeout(timer)
    }
  }, [])
  return typing
}

/** Returns the function that sends a typing event, at most one each `resendInterval`; without a connection it is dropped. */
export function useEmitTyping(threadId: number): () => void {
  const last = useRef(0)
  return () => {
    const now = Date.now()
    if (now - last.current < resendInterval) return
    last.current = now
    connect().then(
      (socket) => socket.connected && socket.volatile.emit('typing', threadId),
      () => undefined,
    )
  }
}
