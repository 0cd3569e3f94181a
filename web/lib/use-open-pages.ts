import { useLocationProperty } from 'wouter/use-browser-location'

/** Keeps the entry's other state, such as the id of its scroll position. */
function openPage(count: number): void {
  history.replaceState({ ...history.state, openPages: count }, '')
}

function openPages(): number {
  const count: unknown = history.state?.openPages
  return typeof count === 'number' && count > 1 ? count : 1
}

/** Number of open pages of a list, stored in the history entry: going back restores it; another list starts with one. */
export function useOpenPages(): [count: number, open: (count: number) => void] {
  return [useLocationProperty(openPages, () => 1), openPage]
}
