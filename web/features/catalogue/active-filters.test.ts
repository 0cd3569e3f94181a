import { expect, test } from 'vitest'
import { activeFilters, countFilters, withoutFilters, withPricesInOrder } from './active-filters.ts'

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

test('the place has a badge of its own words, and is not counted', () => {
  const near = 'Lagos/Ikeja'
  expect(labels({ near })).toEqual(['Near Ikeja'])
  expect(labels({ near, radius: '25' })).toEqual(['25 km around Ikeja'])
  expect(labels({ near, radius: 'state' })).toEqual(['State of Ikeja'])
  expect(labels({ near: '6.50,3.40' })).toEqual(['Near your position'])
  expect(countFilters(activeFilters({ near, condition: 'NEW' }, categories))).toBe(1)
})

test('prices are exchanged when the first is the higher amount', () => {
  const inOrder = { minPrice: '900', maxPrice: '1000' }
  expect(withPricesInOrder(inOrder)).toEqual(inOrder)
  expect(withPricesInOrder({ minPrice: '1000', maxPrice: '900' })).toEqual(inOrder)
})
