import { useEffect, useState } from 'react'
import { listen } from '#web/lib/events.ts'

/** Whole seconds until a time (milliseconds since the epoch), at least 0. Correct after the phone has slept. */
export function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 250)
    const stop = listen(document, 'visibilitychange', tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return now === 0
    ? Math.ceil((deadline - Date.now()) / 1000)
    : Math.max(0, Math.ceil((deadline - now) / 1000))
}
