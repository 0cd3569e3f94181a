import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { listen } from './events.ts'

const subscribe = (listener: () => void) => listen(window, 'online offline', listener)

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
  const onOnline = useEffectEvent(callback)
  useEffect(() => listen(window, 'online', () => onOnline()), [])
}
