import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { findPage, type PageRequest, type Place } from './search.db.ts'
import { type Criteria, choosePlan, type Plan, type RowOrder, type SearchStatistics } from './search-plan.ts'
import { termsOf } from './search-query.ts'

describe('whichever way a page is found, it is the same page', () => {
  let t: TestApp
  const colours = ['red', 'green', 'blue']
  const kinds = ['chair', 'table', 'chair table']
  const places = [
    ['Lagos', 'Ikeja'],
    ['Kano', 'Dala'],
    ['Oyo', 'Ibadan North'],
  ] as const

  beforeAll(async () => {
    t = await startTestApp()
    const seller = await t.user()
    for (let n = 0; n < 240; n += 1) {
      const [state, lga] = places[n % 3] ?? places[0]
      await insertListing(t, seller, {
        title: `${colours[n % 3]} ${kinds[(n >> 1) % 3]} ${n % 7}`,
        category_id: (n % 4) + 1,
        price: ((n * 7) % 11) * 10_000 + 10_000,
        condition: n % 5 === 0 ? 'NEW' : 'USED',
        price_type: n % 2 === 0 ? 'FIXED' : 'NEGOTIABLE',
        state,
        lga,
        created_at: new Date(Date.UTC(2026, 0, 1 + (n % 13))),
      })
    }
  })
  afterAll(() => t.close())

  const searches: Record<string, Criteria> = {
    everything: { terms: [] },
    'a category': { terms: [], category: 2 },
    'a state and a condition': { terms: [], state: 'Kano', condition: 'USED' },
    'an LGA and prices': { terms: [], lga: 'Ikeja', minPrice: 30_000, maxPrice: 80_000 },
    'every filter': {
      terms: [],
      category: 1,
      state: 'Lagos',
      lga: 'Ikeja',
      condition: 'USED',
      priceType: 'FIXED',
    },
    words: { terms: termsOf(['chair', 'red']) },
    'words, a category and prices': { terms: termsOf(['table']), category: 3, minPrice: 20_000 },
    'words in the title': { terms: termsOf(['chair']), title: { terms: termsOf(['chair']), present: true } },
    'words not in the title': {
      terms: termsOf(['phone']),
      title: { terms: termsOf(['phone']), present: false },
    },
  }
  const plans: Plan[] = [
    { strategy: 'gather' },
    { strategy: 'walk', lead: null, budget: null },
    { strategy: 'walk', lead: null, budget: 1000 },
    { strategy: 'walk', lead: null, budget: 5 },
  ]

  for (const [name, criteria] of Object.entries(searches)) {
    for (const order of ['latest', 'price-asc', 'price-desc'] satisfies RowOrder[]) {
      test(`[SEARCH-PLAN] ${name}, ${order}`, async () => {
        const leads: Plan[] = (['category', 'state'] as const)
          .filter((lead) => criteria[lead] !== undefined)
          .map((lead) => ({ strategy: 'walk', lead, budget: 50 }))
        const [first, ...others] = await Promise.all(
          [...plans, ...leads].map((plan) => allPages({ criteria, order, after: null, limit: 17 }, plan)),
        )
        expect(first?.length).toBeGreaterThan(0)
        for (const other of others) expect(other).toEqual(first)
      })
    }
  }

  async function allPages(request: PageRequest, plan: Plan): Promise<number[]> {
    const ids: number[] = []
    let after: PageRequest['after'] = null
    for (;;) {
      const page: Place[] = await findPage(t.db, { ...request, after }, plan)
      ids.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last || page.length < request.limit) return ids
      after = { value: request.order === 'latest' ? last.createdAt.getTime() : last.price, id: last.id }
    }
  }
})

describe('the plan follows how often words and filters occur', () => {
  const statistics: SearchStatistics = {
    rows: 1_000_000,
    frequency: new Map([
      ['good', 0.4],
      ['clean', 0.1],
      ['iphone', 0.04],
      ['13', 0.03],
      ['pro', 0.03],
      ['#c1', 0.3],
      ['#sKano', 0.05],
      ['#lDala', 0.001],
    ]),
    rare: 0.0002,
    priceBounds: Array.from({ length: 101 }, (_, n) => n * 1_000_000),
  }
  const planOf = (criteria: Partial<Criteria>, order: RowOrder = 'latest') =>
    choosePlan({ terms: [], ...criteria }, order, 25, statistics)

  test('[SEARCH-PLAN] without conditions the sort order is walked to the end', () => {
    expect(planOf({})).toEqual({ strategy: 'walk', lead: null, budget: null })
  })

  test('[SEARCH-PLAN] a common word is met along the sort order, a rare one gathered by the index', () => {
    expect(planOf({ terms: termsOf(['good']) }).strategy).toBe('walk')
    expect(planOf({ terms: termsOf(['good', 'clean']) }).strategy).toBe('walk')
    expect(planOf({ terms: termsOf(['zyntara']) })).toEqual({ strategy: 'gather' })
    expect(planOf({ terms: termsOf(['good', 'zyntara']) })).toEqual({ strategy: 'gather' })
  })

  test('[SEARCH-PLAN] words of one name get a short walk first, although independent words would be too rare', () => {
    const name = [...termsOf(['iphone', '13']), ...termsOf(['pro'])]
    expect(planOf({ terms: name })).toEqual({ strategy: 'walk', lead: null, budget: 1668 })
  })

  test('[SEARCH-PLAN] filters walk inside the rarer of category and state; a rare place is gathered', () => {
    expect(planOf({ category: 1, state: 'Kano' })).toMatchObject({ strategy: 'walk', lead: 'state' })
    expect(planOf({ category: 1, lga: 'Dala' })).toEqual({ strategy: 'gather' })
  })

  test('[SEARCH-PLAN] a narrow price range is walked by price and gathered by age', () => {
    const prices = { minPrice: 5_000_000, maxPrice: 5_100_000 }
    expect(planOf(prices, 'price-asc').strategy).toBe('walk')
    expect(planOf({ ...prices, lga: 'Dala' }).strategy).toBe('gather')
  })

  test('[SEARCH-PLAN] a table that PostgreSQL has not looked at yet is gathered', () => {
    const unknown = { rows: 0, frequency: new Map<string, number>(), rare: 0, priceBounds: [] }
    expect(choosePlan({ terms: termsOf(['good']) }, 'latest', 25, unknown)).toEqual({ strategy: 'gather' })
  })
})
