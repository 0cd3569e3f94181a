import { useLocationProperty } from 'wouter/use-browser-location'
import { type FavoriteOrder, favoriteOrders } from './shown-favorites.ts'

const first = '\nrecent'

/** A single string, so that it is stable between renders. */
function read(): string {
  const view: unknown = history.state?.favorites
  return typeof view === 'string' ? view : first
}

interface View {
  search: string
  order: FavoriteOrder
}

/** Search and sort order, stored in the history entry and restored when the user comes back from a listing. */
export function useView(): [View, (change: Partial<View>) => void] {
  const [search = '', order = ''] = useLocationProperty(read, () => first).split('\n')
  const view: View = { search, order: order in favoriteOrders ? (order as FavoriteOrder) : 'recent' }
  function change(changed: Partial<View>) {
    const next = { ...view, ...changed }
    history.replaceState({ ...history.state, favorites: `${next.search}\n${next.order}` }, '')
  }
  return [view, change]
}
