import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'

const NowContext = createContext(0)

/** The reference of relative times: the server's time during hydration, then the browser's, updated each minute. */
export function NowProvider({ renderedAt, children }: { renderedAt: number; children: ReactNode }) {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    // In small steps: at the start of a page an immediate change of a context would hydrate all that it reaches in one task.
    const tick = () => startTransition(() => setNow(Date.now()))
    tick()
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [])
  return <NowContext value={now}>{children}</NowContext>
}

/** Milliseconds since the epoch. */
export function useNow(): number {
  return useContext(NowContext)
}
