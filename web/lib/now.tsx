import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { listen } from './events.ts'
import { serverTime } from './server-time.ts'

const NowContext = createContext(0)

/** The reference of relative times: when the page was rendered during hydration, then the server's time, updated each minute and when the page is seen again. */
export function NowProvider({ renderedAt, children }: { renderedAt: number; children: ReactNode }) {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    // In small steps: at the start of a page an immediate change of a context would hydrate all that it reaches in one task.
    const tick = () => startTransition(() => setNow(serverTime()))
    tick()
    const timer = setInterval(tick, 60_000)
    // Timers stand still while the device sleeps.
    const stop = listen(document, 'visibilitychange', tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return <NowContext value={now}>{children}</NowContext>
}

/** Milliseconds since the epoch. */
export function useNow(): number {
  return useContext(NowContext)
}
