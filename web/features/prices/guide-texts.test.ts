import { expect, test } from 'vitest'
import type { PriceGuide } from '#shared/contract/prices.ts'
import { basisOf, rangeOf } from './guide-texts.ts'

const basis = { words: ['iphone', '13'], categoryId: 1, condition: null, state: null }
const guide = { count: 23, sold: 0, low: 24_000_000, high: 31_000_000, basis } as unknown as PriceGuide

test('the range of similar prices, and what it was computed from', () => {
  expect(rangeOf(guide)).toBe('₦240,000 to ₦310,000')
  expect(rangeOf({ ...guide, high: guide.low })).toBe('₦240,000')
  expect(basisOf(guide)).toBe('23 similar listings: “iphone 13”')
  expect(basisOf({ ...guide, sold: 4, basis: { ...basis, condition: 'USED', state: 'Lagos' } })).toBe(
    '23 similar listings, 4 of them sold: “iphone 13”, used, in Lagos',
  )
})
