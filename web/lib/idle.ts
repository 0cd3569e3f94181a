import { useEffect, useState } from 'react'

/** False until the browser is idle, for at most 3 s (1 s where requestIdleCallback is missing): for work that can wait. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 1000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}

/** Runs when the page is loaded and the browser is idle, so that it does not compete with the page. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run, 500)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}
