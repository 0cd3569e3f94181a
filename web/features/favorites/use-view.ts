import { useLocationProperty } from 'wouter/use-browser-location'
import { type FavoriteOrder, favoriteOrders } from './shown-favorites.ts'

const first = '\nrecent'

/** One text, so that it is the same while nothing changes. */
function read(): string {
  const view: unknown = history.state?.favorites
  return typeof view === 'string' ? view : first
}

interface View {
  search: string
  order: FavoriteOrder
}

/** What is searched for and in which order, kept in the history entry: coming back from a listing finds it so. */
export function useView(): [View, (change: Partial<View>) => void] {
  const [search = '', order = ''] = useLocationProperty(read, () => first).split('\n')
  const view: View = { search, order: order in favoriteOrders ? (order as FavoriteOrder) : 'recent' }
  function change(changed: Partial<View>) {
    const next = { ...view, ...changed }
    history.replaceState({ ...history.state, favorites: `${next.search}\n${next.order}` }, '')
  }
  return [view, change]
}
