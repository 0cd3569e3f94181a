import { expect, test } from 'vitest'
import { emptyListing, type ListingValues } from './form-values.ts'
import { changesSince, merge } from './newer-listing.ts'

const began: ListingValues = {
  ...emptyListing,
  title: 'Standing fan',
  description: 'A fan that turns, with its box and all its papers.',
  categoryId: 6,
  condition: 'USED',
  priceNaira: 15_000,
  priceType: 'FIXED',
  state: 'Lagos',
  lga: 'Ikeja',
  photos: ['/media/a.webp', '/media/b.webp'],
  status: 'ACTIVE',
}

test('[EDIT-MERGE] a save sends the changed fields, a place whole, the price in kobo', () => {
  expect(changesSince(began, began)).toEqual({})
  expect(
    changesSince(began, { ...began, priceNaira: 99.5, lga: 'Eti-Osa', photos: ['/media/b.webp'] }),
  ).toEqual({
    price: 9950,
    state: 'Lagos',
    lga: 'Eti-Osa',
    photos: ['/media/b.webp'],
  })
})

test('[EDIT-MERGE] fields that the person changed stay, others follow; both changed the same field is a conflict', () => {
  const mine = { ...began, title: 'Standing fan, mine', lga: 'Eti-Osa', condition: 'NEW' as const }
  const theirs = { ...began, title: 'Standing fan, theirs', priceNaira: 5000, status: 'SOLD' as const }
  const { values, changes } = merge(began, mine, theirs)
  expect(values).toEqual({ ...mine, priceNaira: 5000, status: 'SOLD' })
  expect(changes).toEqual([
    { part: 'title', theirs, mine },
    { part: 'price', theirs, mine: null },
    { part: 'status', theirs, mine: null },
  ])
})

test('[EDIT-MERGE] the same change on both sides is no conflict; state and LGA are one', () => {
  const both = { ...began, title: 'Standing fan, silver' }
  expect(merge(began, both, both).changes).toEqual([{ part: 'title', theirs: both, mine: null }])
  const mine = { ...began, lga: 'Eti-Osa' }
  const theirs = { ...began, state: 'Kano', lga: 'Dala' }
  expect(merge(began, mine, theirs)).toEqual({ values: mine, changes: [{ part: 'place', theirs, mine }] })
})

test('[EDIT-MERGE] photos in upload are not discarded', () => {
  const theirs = { ...began, photos: ['/media/c.webp'] }
  expect(merge(began, began, theirs, true)).toEqual({
    values: began,
    changes: [{ part: 'photos', theirs, mine: began }],
  })
  expect(merge(began, began, theirs).values).toEqual(theirs)
})
