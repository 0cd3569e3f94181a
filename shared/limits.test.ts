import { expect, test } from 'vitest'
import { countryCodes } from './contract/auth.ts'
import { contract } from './contract/index.ts'
import { Condition, ListingStatus, PriceType } from './contract/listing-values.ts'
import { ReportStatus } from './contract/reports.ts'
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

test('[LIMIT-QUESTION] [LIMIT-REPORT] [LIMIT-REVIEW] [LIMIT-CHAT] [LIMIT-UNREAD] [LIMIT-ADMIN] [LIMIT-SOCKET] limits of chat, questions and reviews', () => {
  expect(limits).toMatchObject({
    question: { min: 10, max: 500 },
    answer: { max: 2000 },
    report: { reason: 100, details: 1000 },
    review: { comment: 1000 },
    message: { max: 4000 },
    unreadBadge: 99,
    unreadRefetch: 30,
    adminPageSize: 20,
    adminPageSizes: [10, 20, 50, 100],
    socket: { reconnectMin: 1000, reconnectMax: 5000, refusedWait: 30_000, connectTimeout: 20_000 },
  })
  expect(ReportStatus.options).toEqual(['NEW', 'REVIEWED', 'ACTIONED'])
  const query = contract['GET /api/admin/listings'].query
  for (const field of ['createdAt', 'price', 'title'])
    for (const sort of [`${field}:asc`, `${field}:desc`])
      expect(query.parse({ sort, limit: '100' })).toMatchObject({ sort, limit: 100 })
})

test('[LIMIT-NUMBERS] allowed values of fields', () => {
  expect(Condition.options).toEqual(['NEW', 'USED'])
  expect(PriceType.options).toEqual(['FIXED', 'NEGOTIABLE'])
  expect(ListingStatus.options).toEqual(['ACTIVE', 'SOLD', 'HIDDEN'])
  expect(countryCodes).toEqual(['+234', '+1', '+44'])
})
