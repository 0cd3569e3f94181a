import { useEffect, useRef, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device has a connection, as far as the browser knows. `before` is what a page is rendered with. */
export function useOnline(before = true): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => before,
  )
}

/** Calls back each time the connection comes back. */
export function useBackOnline(callback: () => void): void {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    const onOnline = () => latest.current()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
}
