import { expect, test } from 'vitest'
import type { SavedSearch } from '#shared/contract/searches.ts'
import { isSame, searchIn } from './search-state.ts'

test('[SEARCHES-SCREENS] what is saved of a list is its words and filters, without order, page and place nearby', () => {
  const filters = { search: 'drill', category: '3', condition: 'USED', minPrice: '900', state: 'Kano' }
  const around = { near: 'Kano/Fagge', radius: '25', sortBy: 'near', cursor: 'x', featured: 'true' }
  expect(searchIn({ ...filters, ...around })).toEqual(filters)
  expect(searchIn(around)).toBeNull()
})

test('[SEARCHES-SCREENS] a saved search is known again whatever its case and spaces, and no other', () => {
  const saved = { href: '/listings?search=drill+bits&lga=Fagge&state=Kano' } as SavedSearch
  const state = { state: 'Kano', lga: 'Fagge' }
  expect(isSame(saved, { ...state, search: ' Drill  BITS', sortBy: 'price-asc' })).toBe(true)
  expect(isSame(saved, { ...state, search: 'drill' })).toBe(false)
  expect(isSame(saved, { state: 'Kano', search: 'drill bits' })).toBe(false)
})
