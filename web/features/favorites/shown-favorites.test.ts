import { expect, test } from 'vitest'
import type { FavoriteListing } from '#shared/contract/favorites.ts'
import { shownFavorites } from './favorites-view.ts'

const favorite = (id: number, title: string, price: number, minute: number) =>
  ({ id, title, price, favoritedAt: `2026-01-01T12:0${minute}:00.000Z` }) as FavoriteListing

const favorites = [
  favorite(1, 'Ọjà basket', 500, 3),
  favorite(2, 'Standing fan', 900, 2),
  favorite(3, 'Ceiling FAN', 100, 1),
  favorite(4, 'Old fan belt', 500, 0),
]
const idsOf = (...[search, order]: [string, Parameters<typeof shownFavorites>[2]]) =>
  shownFavorites(favorites, search, order).map(({ id }) => id)

test('[FAV-PAGE] four orders', () => {
  expect(idsOf('', 'recent')).toEqual([1, 2, 3, 4])
  expect(idsOf('', 'oldest')).toEqual([4, 3, 2, 1])
  expect(idsOf('', 'price-asc')).toEqual([3, 1, 4, 2])
  expect(idsOf('', 'price-desc')).toEqual([2, 1, 4, 3])
})

test('[FAV-UNAVAILABLE] listings without a price are last in the orders by price, and are found by title', () => {
  const { price: _, ...gone } = favorite(5, 'Gone fan', 0, 4)
  const all = [gone, ...favorites]
  const order = (by: Parameters<typeof shownFavorites>[2]) =>
    shownFavorites(all, 'fan', by).map(({ id }) => id)
  expect(order('recent')).toEqual([5, 2, 3, 4])
  expect(order('price-asc')).toEqual([3, 4, 2, 5])
  expect(order('price-desc')).toEqual([2, 4, 3, 5])
})

test('[FAV-PAGE] the search matches all words in the title, in any case, accents and order', () => {
  expect(idsOf('  fan ', 'recent')).toEqual([2, 3, 4])
  expect(idsOf('oja', 'recent')).toEqual([1])
  expect(idsOf('FAN old', 'recent')).toEqual([4])
  expect(idsOf('fridge', 'recent')).toEqual([])
})
