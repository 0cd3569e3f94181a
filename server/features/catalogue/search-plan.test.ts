import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { countMatches, findPage, type Page, type PageRequest } from './search.db.ts'
import { areSurelyMany, choosePlan, type Plan, type RowOrder } from './search-plan.ts'
import { termsOf } from './search-query.ts'
import { type Criteria, createSample } from './search-sample.ts'

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
    { strategy: 'meet' },
    { strategy: 'slice', bound: Date.UTC(2026, 0, 9) },
    { strategy: 'slice', bound: 60_000 },
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
    const totals = [await countMatches(t.db, request.criteria, 1000, plan)]
    let after: PageRequest['after'] = null
    for (;;) {
      const { rows: page, total }: Page<unknown> = await findPage(t.db, { ...request, after }, plan)
      if (total !== null) totals.push(total)
      ids.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last || page.length < request.limit) {
        expect(new Set(totals)).toEqual(new Set([ids.length]))
        return ids
      }
      after = { value: request.order === 'latest' ? last.createdAt.getTime() : last.price, id: last.id }
    }
  }
})

describe('the plan follows what a sample of the listings holds', () => {
  // A tenth says good, a twentieth clean; 'iphone 13 pro' come together in one of 100; a few have a rare word.
  const sample = createSample(1_000_000, 8000)
  for (let n = 0; n < 8000; n += 1) {
    const lexemes = [
      `#c${1 + (n % 4)}`,
      n % 20 === 0 ? '#sKano' : '#sLagos',
      n % 1000 === 0 ? '#lDala' : '#lIkeja',
    ]
    if (n % 10 < 3) lexemes.push('good')
    if (n % 7 === 0) lexemes.push('clean')
    if (n % 100 === 3) lexemes.push('iphone', '13', 'pro')
    if (n % 2000 === 1) lexemes.push('zyntara')
    sample.add({ price: n * 12_500, createdAt: n * 60_000, lexemes })
  }
  const planOf = (criteria: Partial<Criteria>, order: RowOrder = 'latest', counted = false) =>
    choosePlan({ terms: [], ...criteria }, order, { wanted: 25, counted }, sample)

  test('[SEARCH-PLAN] the sample knows how often words and filters meet', () => {
    expect(sample.count({ terms: termsOf(['good']) })).toBe(2400)
    expect(sample.count({ terms: termsOf(['iphone', '13', 'pro']) })).toBe(80)
    expect(sample.count({ terms: termsOf(['iph']) })).toBe(80)
    expect(sample.commonest('cl', 3)).toEqual(['clean'])
    expect(sample.commonest('zy', 3)).toBeNull()
    expect(sample.count({ terms: [], category: 1, state: 'Kano' })).toBe(400)
    expect(sample.count({ terms: [], category: 2, state: 'Kano' })).toBe(0)
    expect(sample.count({ terms: termsOf(['good']), minPrice: 0, maxPrice: 1_237_500 })).toBe(30)
  })

  test('[SEARCH-PLAN] without conditions the sort order is walked to the end', () => {
    expect(planOf({})).toEqual({ strategy: 'walk', lead: null, budget: null })
  })

  test('[SEARCH-PLAN] a common word is met along the sort order, a rare one gathered by the index', () => {
    expect(planOf({ terms: termsOf(['good']) }).strategy).toBe('walk')
    expect(planOf({ terms: termsOf(['good', 'clean']) }).strategy).toBe('walk')
    expect(planOf({ terms: termsOf(['zyntara']) })).toEqual({ strategy: 'gather' })
    expect(planOf({ terms: termsOf(['good', 'zyntara']) })).toEqual({ strategy: 'gather' })
  })

  test('[SEARCH-PLAN] words of one name are known to come together', () => {
    expect(planOf({ terms: termsOf(['iphone', '13', 'pro']) }).strategy).not.toBe('gather')
    expect(planOf({ terms: termsOf(['iphone', 'zyntara']) })).toEqual({ strategy: 'gather' })
  })

  test('[SEARCH-PLAN] filters walk inside the rarer of category and state; a rare place is gathered', () => {
    expect(planOf({ category: 1, state: 'Kano' })).toMatchObject({ strategy: 'walk', lead: 'state' })
    expect(planOf({ category: 2, lga: 'Dala' }, 'latest', true)).toEqual({ strategy: 'gather' })
  })

  test('[SEARCH-PLAN] a narrow price range is walked by price; with a common word, words and prices must meet', () => {
    const prices = { minPrice: 5_000_000, maxPrice: 5_500_000 }
    expect(planOf(prices, 'price-asc').strategy).toBe('walk')
    expect(planOf({ ...prices, terms: termsOf(['clean']) }, 'latest', true).strategy).toBe('meet')
  })

  test('[SEARCH-PLAN] where nobody counts, a word that many have is looked up in the next slice of the order', () => {
    const terms = termsOf(['iphone', '13', 'pro'])
    const plan = (order: RowOrder, after?: number) =>
      choosePlan({ terms }, order, { wanted: 25, counted: false, after }, sample)
    // 25 of 10,062 are a 402nd part, and three times that of 8,000 is 60.
    expect(plan('latest')).toEqual({ strategy: 'slice', bound: 7940 * 60_000 })
    expect(plan('latest', 4000 * 60_000)).toEqual({ strategy: 'slice', bound: 3940 * 60_000 })
    expect(plan('price-asc', 4000 * 12_500)).toEqual({ strategy: 'slice', bound: 4060 * 12_500 })
    expect(plan('latest', 10 * 60_000).strategy).not.toBe('slice')
  })

  test('[SEARCH-PLAN] a table that PostgreSQL has not looked at yet is gathered', () => {
    const nothing = createSample(0, 0)
    const plan = choosePlan({ terms: termsOf(['good']) }, 'latest', { wanted: 25, counted: true }, nothing)
    expect(plan).toEqual({ strategy: 'gather' })
  })

  test('[BROWSE-TOTAL] nobody counts what is surely more than 10,000, and only that', () => {
    expect(areSurelyMany({ terms: termsOf(['good']) }, sample)).toBe(true)
    expect(areSurelyMany({ terms: termsOf(['clean']) }, sample)).toBe(true)
    expect(areSurelyMany({ terms: termsOf(['iphone']) }, sample)).toBe(false)
    expect(areSurelyMany({ terms: termsOf(['zyntara']) }, sample)).toBe(false)
    expect(areSurelyMany({ terms: [], lga: 'Dala' }, sample)).toBe(false)
    expect(areSurelyMany({ terms: [] }, createSample(15_000, 0))).toBe(false)
  })
})
