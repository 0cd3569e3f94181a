import { useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds between two reads. Another person can cause events in a loop, and a read for each would use up a metered connection. */
const throttleMs = 1000

/** For events: a function that calls `read` `delayMs` later, at most once in a second. More events until then are one read. */
export function useReadSoon(read: () => void, delayMs = 0): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const nextAt = useRef(0)
  const readNow = useEffectEvent(() => {
    timer.current = undefined
    nextAt.current = performance.now() + throttleMs
    read()
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return () => {
    timer.current ??= setTimeout(readNow, Math.max(delayMs, nextAt.current - performance.now()))
  }
}
