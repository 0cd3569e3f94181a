import { expect, test } from 'vitest'
import type { Trust } from '#shared/contract/trust.ts'
import { answersWithin, type Fact, listingFacts, personFacts } from './facts.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const at = '2026-02-10T12:00:00Z'

const stranger: Trust = {
  userId: 7,
  memberSince: at,
  emailVerifiedAt: null,
  phoneVerifiedAt: null,
  answers: null,
  completedDeals: { sold: 0, bought: 0, people: 0, lastAt: null },
  reviews: { count: 0, afterDeals: 0, average: '0', lastAt: null },
  listings: { active: 0, sold: 0, lastAt: null },
  upheldReports: { count: 0, lastAt: null },
  listing: null,
}

const offer: NonNullable<Trust['listing']> = {
  id: 3,
  status: 'ACTIVE',
  upSince: at,
  price: 10_000_000,
  priceChanges: 0,
  priceGuide: null,
  lastPriceChanges: [],
}

/** The values of facts by their labels. */
const values = (facts: Fact[]) => Object.fromEntries(facts.map(({ label, value }) => [label, value]))
const ofPerson = (more: Partial<Trust>) => values(personFacts({ ...stranger, ...more }, now))
const meansOf = (label: string, facts: Fact[]) => facts.find((fact) => fact.label === label)?.means

test('[TRUST-NEW] somebody new without figures', () => {
  expect(ofPerson({})).toEqual({
    'Member since': 'New here, since 10 February 2026',
    'Phone number': 'Not verified',
    'E-mail address': 'Not verified',
    'Answers buyers': 'Not known yet',
    'Completed deals': 'None yet',
    Reviews: 'None yet',
    Listings: 'None',
    'Upheld reports': 'None in the last 12 months',
  })
  expect(ofPerson({ memberSince: '2026-01-29T12:00:00Z' })['Member since']).toBe(
    '29 January 2026, 1 month ago',
  )
})

test.each([
  [20, '1 minute'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
  [3601, '2 hours'],
  [172_800, '48 hours'],
  [172_801, '3 days'],
])('[TRUST-ANSWERS] of %i seconds people read %s', (medianSeconds, text) => {
  const answers = { conversations: 12, answered: 9, medianSeconds }
  expect(answersWithin({ ...stranger, answers })).toBe(`Answers within ${text}`)
  expect(ofPerson({ answers })['Answers buyers']).toBe(`Usually within ${text}`)
})

test('[TRUST-ANSWERS] where fewer than half were answered, how many', () => {
  const answers = { conversations: 12, answered: 3, medianSeconds: null }
  expect(answersWithin({ ...stranger, answers })).toBeUndefined()
  expect(ofPerson({ answers })['Answers buyers']).toBe('3 of the last 12 buyers who wrote')
})

test('[TRUST-DEALS] [TRUST-REPORTS] deals, reviews, listings and reports in words', () => {
  const lastAt = at
  const known: Partial<Trust> = {
    completedDeals: { sold: 2, bought: 0, people: 1, lastAt },
    reviews: { count: 1, afterDeals: 1, average: '4.67', lastAt },
    listings: { active: 1204, sold: 1, lastAt },
    upheldReports: { count: 1, lastAt },
  }
  expect(ofPerson(known)).toMatchObject({
    'Completed deals': '2 sold, with 1 person',
    Reviews: '4.7 of 5, from 1 review',
    Listings: '1,204 active, 1 marked as sold',
    'Upheld reports': '1 in the last 12 months',
  })
  expect(ofPerson({ listings: { active: 0, sold: 1, lastAt } }).Listings).toBe('0 active, 1 marked as sold')
  const both = { sold: 2, bought: 1, people: 3, lastAt }
  expect(ofPerson({ completedDeals: both })['Completed deals']).toBe('2 sold, 1 bought, with 3 people')
  const reviewed = (afterDeals: number) => {
    const reviews = { count: 3, afterDeals, average: '5', lastAt }
    return meansOf('Reviews', personFacts({ ...stranger, reviews }, now))
  }
  expect([0, 1, 2].map(reviewed)).toEqual([
    expect.stringContaining('one; none is of people'),
    expect.stringContaining('one; 1 is of people'),
    expect.stringContaining('one; 2 are of people'),
  ])
})

test('[TRUST-PRICE] the last change of a price, and those before', () => {
  const change = (from: number, to: number) => ({ from, to, at })
  const prices = (...lastPriceChanges: ReturnType<typeof change>[]) => {
    const facts = listingFacts({ ...offer, priceChanges: lastPriceChanges.length, lastPriceChanges }, now)
    return [values(facts).Price, meansOf('Price', facts)]
  }
  expect(prices()).toEqual(['No change known', expect.any(String)])
  const lowered = change(12_000_000, 10_000_000)
  const raised = change(9_000_000, 12_000_000)
  expect(prices(lowered)).toEqual(['Lowered from ₦120,000 on 10 February 2026', 'Changed once.'])
  expect(prices(lowered, raised)).toEqual([
    'Lowered from ₦120,000 on 10 February 2026',
    'Changed 2 times. Before that: raised from ₦90,000 on 10 February 2026.',
  ])
})

test('[TRUST-PRICE-GUIDE] the price beside those of similar things', () => {
  const compared = (low: number, high: number, farBelow = false) =>
    values(listingFacts({ ...offer, priceGuide: { count: 9, low, high, farBelow } }, now))[
      'Compared with similar things'
    ]
  expect(values(listingFacts(offer, now))['Compared with similar things']).toBe('Nothing to compare with')
  expect(compared(10_000_001, 20_000_000)).toBe('Below what they cost here')
  expect(compared(10_000_000, 10_000_000)).toBe('As what they cost here')
  expect(compared(5_000_000, 9_999_999)).toBe('Above what they cost here')
  expect(compared(50_000_000, 60_000_000, true)).toBe('Far below what they cost here')
})
