import { useEffect, useState } from 'react'

/** Milliseconds after which it runs although the browser is busy. */
const timeout = 3000

// Safari has no requestIdleCallback.
const onceIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout }) : setTimeout(run, 500)

/** False until the browser is idle: for work that can wait. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => void onceIdle(() => setIdle(true)), [])
  return idle
}

/** Runs when the page is loaded and the browser is idle, so that it does not compete with the page. */
export function whenIdle(run: () => void): void {
  const start = () => onceIdle(run)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
