import type { FavoriteListing } from '#shared/contract/favorites.ts'

/** The orders of the favourites page, with what people read. */
export const favoriteOrders = {
  recent: 'Recently Added',
  oldest: 'Oldest First',
  'price-asc': 'Price Low to High',
  'price-desc': 'Price High to Low',
}
export type FavoriteOrder = keyof typeof favoriteOrders

const byTime = (one: FavoriteListing, other: FavoriteListing) =>
  Date.parse(one.favoritedAt) - Date.parse(other.favoritedAt) || one.id - other.id
const byPrice = (one: FavoriteListing, other: FavoriteListing) => one.price - other.price

const compare: Record<FavoriteOrder, (one: FavoriteListing, other: FavoriteListing) => number> = {
  recent: (one, other) => byTime(other, one),
  oldest: byTime,
  'price-asc': (one, other) => byPrice(one, other) || byTime(other, one),
  'price-desc': (one, other) => byPrice(other, one) || byTime(other, one),
}

/** Without accents and case: who types 'oja' finds 'Ọjà'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Favourites whose title has all the words that were typed, in an order. */
export function shownFavorites(
  favorites: FavoriteListing[],
  search: string,
  order: FavoriteOrder,
): FavoriteListing[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return favorites
    .filter(({ title }) => words.every((word) => plain(title).includes(word)))
    .sort(compare[order])
}
