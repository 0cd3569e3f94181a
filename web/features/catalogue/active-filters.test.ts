import { expect, test } from 'vitest'
import { activeFilters, withoutFilters } from './active-filters.ts'

const categories = [{ id: 3, name: 'Vehicles', slug: 'vehicles' }]
const labels = (state: Parameters<typeof activeFilters>[0]) =>
  activeFilters(state, categories).map(({ label }) => label)

test('every active filter has a badge in plain words; search and order are not filters', () => {
  expect(
    labels({
      search: 'corolla',
      sortBy: 'price-asc',
      category: '3',
      condition: 'USED',
      priceType: 'NEGOTIABLE',
      minPrice: '500000',
      maxPrice: '9000000',
      state: 'Lagos',
      lga: 'Ikeja',
      featured: 'true',
    }),
  ).toEqual([
    'Vehicles',
    'Used',
    'Negotiable',
    'From ₦500,000',
    'Up to ₦9,000,000',
    'Lagos',
    'Ikeja',
    'Featured',
  ])
  expect(labels({ search: 'corolla', sortBy: 'latest' })).toEqual([])
})

test('an invalid address is shown as it is', () => {
  expect(labels({ category: '99', condition: 'constructor', minPrice: 'abc' })).toEqual([
    'Category',
    'constructor',
    'From abc',
  ])
})

test('without filters the words and the order stay', () => {
  expect(withoutFilters({ search: 'sofa', sortBy: 'price-desc', state: 'Kano', cursor: 'x' })).toEqual({
    search: 'sofa',
    sortBy: 'price-desc',
  })
})
