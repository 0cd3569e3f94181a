import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until the page answers; what is typed before that would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
