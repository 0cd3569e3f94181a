import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the browser renders: false on the server and while its HTML is hydrated, true right after and for whatever is first
 * rendered later. For what differs between server and browser.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
