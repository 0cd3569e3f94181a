import { useLocationProperty } from 'wouter/use-browser-location'

/** Keeps the entry's other state (its scroll position hangs on it). */
function openPage(count: number): void {
  history.replaceState({ ...history.state, openPages: count }, '')
}

function openPages(): number {
  const count: unknown = history.state?.openPages
  return typeof count === 'number' && count > 1 ? count : 1
}

/** How many pages of a list are open, kept in the history entry: coming back finds as many; another list begins with one. */
export function useOpenPages(): [count: number, open: (count: number) => void] {
  return [useLocationProperty(openPages, () => 1), openPage]
}
