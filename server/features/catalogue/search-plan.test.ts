import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { countMatches, findPage, type Page, type PageRequest } from './search.db.ts'
import { beginningsOf, mostWords, openedForms, withoutBeginnings } from './search-beginnings.ts'
import { type Criteria, filterLexemes, type RowOrder } from './search-criteria.ts'
import { knowing, type SearchSample } from './search-knowledge.ts'
import { areSurelyMany, choosePlan, type Plan } from './search-plan.ts'
import { termsOf, toTsquery } from './search-query.ts'
import { createSample } from './search-sample.ts'
import { findWordsFrom } from './words.db.ts'

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
    'a word and a beginning': { terms: termsOf(['red', 'cha']) },
    'a beginning, a state and prices': { terms: termsOf(['ta']), state: 'Kano', maxPrice: 90_000 },
    'words, a category and prices': { terms: termsOf(['table']), category: 3, minPrice: 20_000 },
    'words in the title': { terms: termsOf(['chair']), title: { terms: termsOf(['chair']), present: true } },
    'a beginning in the title': {
      terms: termsOf(['blue', 'ch']),
      title: { terms: termsOf(['blue', 'ch']), present: true },
    },
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
    { strategy: 'walk', lead: null, budget: 5, otherwise: { strategy: 'slice', bound: 60_000 } },
  ]
  const split: Plan = {
    strategy: 'split',
    category: 1,
    inside: { strategy: 'walk', lead: 'category', budget: 50 },
    outside: {
      strategy: 'split',
      category: 3,
      inside: { strategy: 'gather' },
      outside: { strategy: 'walk', lead: null, budget: 50 },
    },
  }

  for (const [name, criteria] of Object.entries(searches)) {
    for (const order of ['latest', 'price-asc', 'price-desc'] satisfies RowOrder[]) {
      test(`[SEARCH-PLAN] ${name}, ${order}`, async () => {
        const forms = await formsOf(criteria)
        const leads: Plan[] = (['category', 'state'] as const)
          .filter((lead) => criteria[lead] !== undefined)
          .map((lead) => ({ strategy: 'walk', lead, budget: 50 }))
        const [first, ...others] = await Promise.all(
          [...plans, ...leads, ...forms, ...(criteria.category === undefined ? [split] : [])].map((plan) =>
            allPages({ criteria, order, after: null, limit: 17, counted: true }, plan),
          ),
        )
        expect(first?.length).toBeGreaterThan(0)
        for (const other of others) expect(other).toEqual(first)
      })
    }
  }

  /** Plans that ask the words' index something else. */
  async function formsOf(criteria: Criteria): Promise<Plan[]> {
    const sifted = withoutBeginnings(criteria, filterLexemes(criteria).length)
    const opened = openedForms(criteria, await knowingAll(criteria))
    return [
      ...(sifted ? [{ strategy: 'sift', sought: sifted } as const] : []),
      ...opened.map((sought) => ({ strategy: 'gather', sought }) as const),
      ...opened.map((sought) => ({ strategy: 'slice', bound: 60_000, sought }) as const),
    ]
  }

  /** A sample of a few of the words, and all words that begin as those of the criteria do. */
  async function knowingAll({ terms }: Criteria): Promise<SearchSample> {
    const sample = createSample(1000, 4)
    for (const lexemes of [
      ['chair', '=chair'],
      ['table', '=table', 'chairs'],
      ['blue', '=blue'],
    ])
      sample.add({ price: 1, createdAt: 1, lexemes })
    const words = beginningsOf(terms).map(
      async (beginning) => [beginning, await findWordsFrom(t.db, beginning, mostWords)] as const,
    )
    return knowing(sample, new Map(await Promise.all(words)))
  }

  async function allPages(request: PageRequest, plan: Plan): Promise<number[]> {
    const ids: number[] = []
    const isWhole = plan.strategy === 'gather' || plan.strategy === 'sift' || plan.strategy === 'meet'
    const totals = isWhole ? [await countMatches(t.db, request.criteria, 1000, plan)] : []
    let after: PageRequest['after'] = null
    for (;;) {
      const { rows: page, total }: Page<unknown> = await findPage(t.db, { ...request, after }, plan)
      if (total !== null) totals.push(total)
      ids.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last || page.length < request.limit) {
        for (const total of totals) expect(total).toBe(ids.length)
        return ids
      }
      after = { value: request.order === 'latest' ? last.createdAt.getTime() : last.price, id: last.id }
    }
  }
})

describe('the plan follows what a sample of the listings holds', () => {
  // All have one of 650 words that begin with qu. A tenth says good, a twentieth clean; 'iphone 13 pro' come together in one of 100; a few have a rare word.
  const sample = createSample(1_000_000, 8000)
  for (let n = 0; n < 8000; n += 1) {
    const lexemes = [
      `#c${1 + (n % 4)}`,
      n % 20 === 0 ? '#sKano' : '#sLagos',
      n % 1000 === 0 ? '#lDala' : '#lIkeja',
    ]
    lexemes.push(`qu${String.fromCharCode(97 + (n % 26), 97 + (n % 25))}`)
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
    expect(planOf({ terms: termsOf(['zyntara']) }).strategy).toBe('gather')
    expect(planOf({ terms: termsOf(['good', 'zyntara']) }).strategy).toBe('gather')
  })

  test('[SEARCH-PLAN] words of one name are known to come together', () => {
    expect(planOf({ terms: termsOf(['iphone', '13', 'pro']) }).strategy).not.toBe('gather')
    expect(planOf({ terms: termsOf(['iphone', 'zyntara']) }).strategy).toBe('gather')
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
    // The third match of the sample stands for more than 25 of all: they come every hundred listings.
    const last = 7903
    expect(plan('latest')).toMatchObject({ otherwise: { strategy: 'slice', bound: (last - 200) * 60_000 } })
    expect(plan('price-asc', 4003 * 12_500)).toMatchObject({ strategy: 'slice', bound: 4203 * 12_500 })
    expect(plan('latest', 10 * 60_000).strategy).not.toBe('slice')
  })

  test('[SEARCH-PLAN] a beginning that many have is not put together for a rare word', () => {
    const [rare, beginning] = termsOf(['zyntara', 'qu'])
    if (!rare || !beginning) throw new Error('Two words are two terms.')
    expect(planOf({ terms: [rare, beginning] }, 'latest', true)).toMatchObject({
      strategy: 'sift',
      sought: { terms: [rare] },
    })
  })

  test('[SEARCH-PLAN] a beginning is looked up as its frequent words, and as few beginnings of all others', () => {
    const words = ['go', 'goat', 'gold', 'golden', 'golds', 'good', 'goodie', 'goodness', 'goods', 'gown']
    const criteria = { terms: termsOf(['clean', 'go']) }
    expect(openedForms(criteria, sample)).toEqual([])
    const informed = knowing(sample, new Map([['go', words]]))
    const [form] = openedForms(criteria, informed)
    const [, opened] = form?.terms ?? []
    expect(opened && toTsquery(opened)).toBe(
      "('good' | 'go' | 'goat' | 'gol':* | 'goodie' | 'goodness' | 'goods' | 'gown')",
    )
  })

  test('[SEARCH-PLAN] by price, what is sold in one category is looked up in it and outside it', () => {
    // Cars are dearer than all else, and every car has a seat.
    const cars = createSample(10_000_000, 8000)
    for (let n = 0; n < 8000; n += 1)
      cars.add({ price: n, createdAt: n, lexemes: n < 7000 ? ['#c1', 'good'] : ['#c3', 'good', 'seat'] })
    const terms = termsOf(['seat'])
    const plan = (criteria: Criteria, order: RowOrder) =>
      choosePlan(criteria, order, { wanted: 25, counted: false }, cars)
    expect(plan({ terms }, 'price-asc')).toMatchObject({
      strategy: 'split',
      category: 3,
      inside: { strategy: 'walk', lead: 'category' },
    })
    expect(plan({ terms }, 'price-desc').strategy).toBe('walk')
    expect(plan({ terms, category: 3 }, 'price-asc').strategy).toBe('walk')
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
