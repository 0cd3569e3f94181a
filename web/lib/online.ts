import { useEffect, useRef, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device has a connection, according to the browser. `before` is the value during server rendering. */
export function useOnline(before = true): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => before,
  )
}

/** Calls back each time the connection is back. */
export function useBackOnline(callback: () => void): void {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    const onOnline = () => latest.current()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
}
