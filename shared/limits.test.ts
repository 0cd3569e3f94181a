import { expect, test } from 'vitest'
import { countryCodes } from './contract/auth.ts'
import { Condition, ListingStatus, PriceType } from './contract/listing-values.ts'
import { limits } from './limits.ts'

test('[LIMIT-NUMBERS] the numbers of the specification', () => {
  expect(limits).toMatchObject({
    title: { min: 6, max: 80 },
    description: { min: 30, max: 5000 },
    photos: { min: 1, max: 10 },
    descriptionCollapse: 200,
    metaDescription: 150,
    suggestion: { minChars: 2, debounceMs: 300 },
    featuredOnHome: 4,
    categoryChips: 6,
    code: { digits: 6, lifetime: 600, resendWait: 60 },
    password: { min: 8 },
    username: { min: 3 },
    phone: { min: 10 },
  })
})

test('[LIMIT-NUMBERS] the values that fields may have', () => {
  expect(Condition.options).toEqual(['NEW', 'USED'])
  expect(PriceType.options).toEqual(['FIXED', 'NEGOTIABLE'])
  expect(ListingStatus.options).toEqual(['ACTIVE', 'SOLD', 'HIDDEN'])
  expect(countryCodes).toEqual(['+234', '+1', '+44'])
})
