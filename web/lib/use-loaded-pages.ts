import { useSyncExternalStore } from 'react'
import { onLocationShown } from './shown-location.tsx'

/** Stores the number in the history entry, beside its other state. */
function setLoadedPages(count: number): void {
  history.replaceState({ ...history.state, openPages: count }, '')
}

const loadedPages = (): number => history.state?.openPages ?? 1

/** Number of loaded pages of a list, stored in the history entry: going back restores it; another list starts with one. */
export function useLoadedPages(): [count: number, setCount: (count: number) => void] {
  return [useSyncExternalStore(onLocationShown, loadedPages, () => 1), setLoadedPages]
}
