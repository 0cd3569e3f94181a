import { expect, test } from 'vitest'
import type { Listing } from '#shared/contract/listings.ts'
import {
  emptyListing,
  type ListingValues,
  listErrors,
  listingResolver,
  toListingBody,
  valuesOf,
} from './form-values.ts'

const whole: ListingValues = {
  ...emptyListing,
  title: '  Solid wood dining table  ',
  description: 'Six seats, oiled last month, no scratches.',
  categoryId: 6,
  condition: 'USED',
  priceNaira: 150_000,
  priceType: 'FIXED',
  state: 'Lagos',
  lga: 'Ikeja',
  photos: ['/media/photos/a/960.webp'],
}

const context = { fields: {}, shouldUseNativeValidation: false }

async function wrong(mode: 'create' | 'edit', values: Partial<ListingValues>) {
  const { errors } = await listingResolver(mode)(values as ListingValues, undefined, context)
  return listErrors(errors).map(({ message }) => message)
}

test('[SPEC-L12] an empty form lists missing fields in the order of the form, photos last', async () => {
  expect(await wrong('create', emptyListing)).toEqual([
    'Title must be at least 6 characters',
    'Please select a category',
    'Price must be greater than 0',
    'Please select a state',
    'Please select an LGA',
    'Description must be at least 30 characters',
    'At least one photo is required',
  ])
})

test('[SPEC-L12] limits have the exact texts', async () => {
  const photos = Array.from({ length: 11 }, (_, index) => `/media/photos/${index}/960.webp`)
  expect(await wrong('create', { ...whole, title: 'a'.repeat(81) })).toEqual([
    'Title must be less than 80 characters',
  ])
  expect(await wrong('create', { ...whole, description: 'a'.repeat(5001) })).toEqual([
    'Description must be less than 5000 characters',
  ])
  expect(await wrong('create', { ...whole, priceNaira: 0 })).toEqual(['Price must be greater than 0'])
  expect(await wrong('create', { ...whole, photos })).toEqual(['Maximum 10 photos allowed'])
})

test('a complete form passes; only the edit form needs a status', async () => {
  expect(await wrong('create', whole)).toEqual([])
  expect(await wrong('edit', { ...whole, status: 'SOLD' })).toEqual([])
  expect(await wrong('edit', whole)).toHaveLength(1)
})

test('[DATA-KOBO] the price is sent in kobo, rounded, and read back in Naira', () => {
  expect(toListingBody(whole).price).toBe(15_000_000)
  expect(toListingBody({ ...whole, priceNaira: 19.99 }).price).toBe(1999)
  expect(toListingBody({ ...whole, priceNaira: 0.29 }).price).toBe(29)
  expect(toListingBody({ ...whole, status: 'SOLD' })).not.toHaveProperty('status')
  const listing = { ...whole, status: 'ACTIVE', price: 1999, photos: [{ url: '/a' }, { url: '/b' }] }
  expect(valuesOf(listing as unknown as Listing)).toMatchObject({ priceNaira: 19.99, photos: ['/a', '/b'] })
})
