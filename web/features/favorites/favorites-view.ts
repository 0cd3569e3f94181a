import { useSyncExternalStore } from 'react'
import type { FavoriteListing, UnavailableFavorite } from '#shared/contract/favorites.ts'
import { containsEveryWord } from '#shared/text.ts'
import { onLocationShown } from '#web/lib/shown-location.tsx'

/** A favourite; without a price the listing is not visible at present. */
export type Saved = FavoriteListing | UnavailableFavorite

export const favoriteOrders = {
  recent: 'Recently Added',
  oldest: 'Oldest First',
  'price-asc': 'Price Low to High',
  'price-desc': 'Price High to Low',
}
export type FavoriteOrder = keyof typeof favoriteOrders

const byTime = (one: Saved, other: Saved) =>
  Date.parse(one.favoritedAt) - Date.parse(other.favoritedAt) || one.id - other.id
const priceOf = (saved: Saved) => ('price' in saved ? saved.price : null)
/** Listings without a price come last, in either direction. */
const byPrice = (one: Saved, other: Saved, sign: 1 | -1) => {
  const [a, b] = [priceOf(one), priceOf(other)]
  return a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b)
}

const compare: Record<FavoriteOrder, (one: Saved, other: Saved) => number> = {
  recent: (one, other) => byTime(other, one),
  oldest: byTime,
  'price-asc': (one, other) => byPrice(one, other, 1) || byTime(other, one),
  'price-desc': (one, other) => byPrice(one, other, -1) || byTime(other, one),
}

export function shownFavorites(favorites: Saved[], search: string, order: FavoriteOrder): Saved[] {
  return favorites.filter(({ title }) => containsEveryWord(title, search)).sort(compare[order])
}

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
  const [search = '', order = ''] = useSyncExternalStore(onLocationShown, read, () => first).split('\n')
  const view: View = { search, order: order in favoriteOrders ? (order as FavoriteOrder) : 'recent' }
  function change(changed: Partial<View>) {
    const next = { ...view, ...changed }
    history.replaceState({ ...history.state, favorites: `${next.search}\n${next.order}` }, '')
  }
  return [view, change]
}
