import { useEffect, useRef, useState } from 'react'
import { sayTyping, useSocketEvent } from '#web/lib/socket.ts'

/** Milliseconds: how long one word of typing is shown, and how seldom one's own is told. */
const shownFor = 5000
const toldEvery = 3000

/** The conversations in which the other party is writing. */
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
      setTimeout(() => end(threadId), shownFor),
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

/** Tells, at most every three seconds, that one is writing in a conversation. */
export function useSayTyping(threadId: number): () => void {
  const last = useRef(0)
  return () => {
    const now = Date.now()
    if (now - last.current < toldEvery) return
    last.current = now
    sayTyping(threadId)
  }
}
