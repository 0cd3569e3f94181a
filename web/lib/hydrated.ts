import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the browser renders: false on the server and during hydration, true right after it and for everything rendered later.
 * For output that differs between server and browser.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
