import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readCountedPage } from './counted-page.ts'
import type { Criteria, RowOrder, SearchPageRequest } from './criteria.ts'
import { leastMatches } from './least-matches.ts'
import { countMatches, findSearchPage, PageRow, type SearchPage } from './listing-search.db.ts'
import { choosePlan, type Plan, withoutPrefixes } from './plan.ts'
import { termsOf } from './query-terms.ts'
import { createStatistics } from './statistics.ts'

describe('every plan finds the same pages', () => {
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
    await insertListing(t, seller, { title: 'Chairman of the board' })
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
    'a word that is a beginning, too': { terms: termsOf(['chairs', 'chair']) },
    'a beginning, a state and prices': { terms: termsOf(['ta']), state: 'Kano', maxPrice: 90_000 },
    'words, a category and prices': { terms: termsOf(['table']), category: 3, minPrice: 20_000 },
    'a word, a category and a state': { terms: termsOf(['red', 'chairs']), category: 1, state: 'Lagos' },
    'a beginning, a category and a state': { terms: termsOf(['cha']), category: 2, state: 'Kano' },
    'words in the title': { terms: termsOf(['chair']), title: { terms: termsOf(['chair']), present: true } },
    'a beginning in the title': {
      terms: termsOf(['blue', 'ch']),
      title: { terms: termsOf(['blue', 'ch']), present: true },
    },
    'an area': { terms: [], area: { name: 'two', places: ['Lagos/Ikeja', 'Oyo/Ibadan North'] } },
    'a beginning and prices in an area': {
      terms: termsOf(['red', 'cha']),
      maxPrice: 90_000,
      area: { name: 'two', places: ['Lagos/Ikeja', 'Oyo/Ibadan North'] },
    },
    'words not in the title': {
      terms: termsOf(['phone']),
      title: { terms: termsOf(['phone']), present: false },
    },
  }
  const plans: Plan[] = [
    { strategy: 'index-scan' },
    { strategy: 'bitmap-and' },
    { strategy: 'ordered-scan', leading: null, budget: null },
    { strategy: 'ordered-scan', leading: null, budget: 1000 },
    { strategy: 'ordered-scan', leading: null, budget: 5 },
    { strategy: 'ordered-scan', leading: null, budget: 5, fallback: { strategy: 'bitmap-and' } },
  ]

  for (const [name, criteria] of Object.entries(searches)) {
    for (const order of ['latest', 'price-asc', 'price-desc', 'near'] satisfies RowOrder[]) {
      test(`[SEARCH-PLAN] ${name}, ${order}`, async () => {
        const indexed = withoutPrefixes(criteria)
        const rechecks: Plan[] = [
          ...(indexed ? [{ strategy: 'recheck' as const, indexed }] : []),
          ...(criteria.area
            ? [{ strategy: 'recheck' as const, indexed: { ...criteria, terms: [], title: undefined } }]
            : []),
        ]
        const nearest = criteria.area?.places ?? ['Kano/Dala', 'Lagos/Ikeja', 'Oyo/Ibadan North']
        const leading: Plan[] = (['category', 'state'] as const)
          .filter((column) => criteria[column] !== undefined)
          .map((column) => ({ strategy: 'ordered-scan', leading: column, budget: 50 }))
        // Of many matches, of some, and of none.
        const bounds = {
          latest: [Date.UTC(2026, 0, 4), Date.UTC(2026, 0, 12), Date.UTC(2027)],
          'price-asc': [90_000, 30_000, 0],
          'price-desc': [30_000, 90_000, 1_000_000],
          near: [],
        }
        const cut: Plan[] = bounds[order].map((until) => ({ strategy: 'index-scan', until }))
        const slices: Plan[] = bounds[order].map((until) => ({ strategy: 'slice', until }))
        const [first, ...others] = await Promise.all(
          [...plans, ...leading, ...rechecks, ...slices, ...cut].map((plan) =>
            allPages({ criteria, order, nearest, after: null, limit: 17, counted: true }, plan),
          ),
        )
        expect(first?.length).toBeGreaterThan(0)
        for (const other of others) expect(other).toEqual(first)
      })
    }
  }

  test('[BROWSE-TOTAL] what surely has more than 1,000 listings is not counted', async () => {
    // By the sample half of the listings have the word, a quarter the category, and 'blue' is in none.
    const sampled = (rows: number) => {
      const statistics = createStatistics(rows, 4000)
      for (let n = 0; n < 4000; n += 1)
        statistics.add({
          id: n,
          price: n,
          createdAt: Date.UTC(2026, 0, 1) + n * 250_000,
          lexemes: [n % 2 ? 'chair' : 'sofa', `#c${(n % 4) + 1}`],
        })
      return statistics
    }
    const totalOf = async (criteria: Criteria, rows: number, sort: 'latest' | 'relevance' = 'latest') => {
      const page = await readCountedPage(t.db, sampled(rows), criteria, { sort, cursor: null, limit: 17 })
      expect(page.rows).toHaveLength(17)
      return { total: page.total, exact: page.exact }
    }
    const chair = { terms: termsOf(['chair']) }
    expect(await totalOf(chair, 30_000)).toEqual({ total: 13_000, exact: false })
    expect(await totalOf(chair, 30_000, 'relevance')).toEqual({ total: 13_000, exact: false })
    expect(await totalOf(chair, 19_000)).toEqual({ total: 161, exact: true })
    expect(await totalOf({ terms: [], category: 2 }, 30_000)).toEqual({ total: 6300, exact: false })
    expect(await totalOf({ terms: [], category: 2 }, 19_000)).toEqual({ total: 60, exact: true })
    expect(await totalOf({ terms: termsOf(['blue']) }, 90_000)).toEqual({ total: 80, exact: true })
  })

  async function allPages(request: SearchPageRequest, plan: Plan): Promise<number[]> {
    const ids: number[] = []
    const totals =
      plan.strategy === 'ordered-scan' || plan.strategy === 'slice'
        ? []
        : [await countMatches(t.db, request.criteria, 1000, plan)]
    let after: SearchPageRequest['after'] = null
    for (;;) {
      const { rows: page, total }: SearchPage<PageRow> = await findSearchPage(
        t.db,
        { ...request, after },
        plan,
        {
          columns: '',
          shape: PageRow,
        },
      )
      if (total !== null) totals.push(total)
      ids.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last || page.length < request.limit) {
        for (const total of totals) expect(total).toBe(ids.length)
        return ids
      }
      const isByPrice = request.order.startsWith('price')
      after = { value: isByPrice ? last.price : last.createdAt.getTime(), id: last.id, tier: last.rank ?? 0 }
    }
  }
})

describe('the plan follows the statistics', () => {
  // Each has one of 650 words that begin with qu. Three of ten have 'good', one of seven 'clean'; 'iphone 13 pro' come
  // together in one of 100; a few have a rare word. No cheap one has 'dear'.
  const statistics = createStatistics(1_000_000, 8000)
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
    if (n >= 800 && n % 4 === 0) lexemes.push('dear')
    statistics.add({ id: n, price: n * 12_500, createdAt: n * 60_000, lexemes })
  }
  const planOf = (criteria: Partial<Criteria>, request: Partial<SearchPageRequest> = {}) =>
    choosePlan(
      {
        criteria: { terms: [], ...criteria },
        order: 'latest',
        after: null,
        limit: 25,
        counted: false,
        ...request,
      },
      statistics,
    )

  test('[SEARCH-PLAN] statistics estimate how often words and filters occur together', () => {
    expect(statistics.count({ terms: termsOf(['good']) })).toBe(2400)
    expect(statistics.count({ terms: termsOf(['iphone', '13', 'pro']) })).toBe(80)
    expect(statistics.count({ terms: termsOf(['iph']) })).toBe(80)
    expect(statistics.commonest('cl', 3, [])).toEqual(['clean'])
    expect(statistics.commonest('xy', 3, [])).toBeNull()
    expect(statistics.count({ terms: [], category: 1, state: 'Kano' })).toBe(400)
    expect(statistics.count({ terms: [], category: 2, state: 'Kano' })).toBe(0)
    expect(statistics.count({ terms: termsOf(['good']), minPrice: 0, maxPrice: 1_237_500 })).toBe(30)
  })

  test('[SUGGEST-PREFIX] a prefix is completed by words of the titles that have the other words', () => {
    const titles = createStatistics(1_000_000, 400)
    for (let n = 0; n < 400; n += 1)
      titles.add({
        id: n,
        price: n,
        createdAt: n,
        lexemes: n % 4 === 0 ? ['=shoe', '=rack'] : ['=phone', `=ra${n % 4}`],
      })
    expect(titles.commonest('=ra', 2, [])).toEqual(['=ra1', '=ra2'])
    expect(titles.commonest('=ra', 2, termsOf(['shoe']))).toEqual(['=rack'])
    const few = createStatistics(99, 99)
    for (let n = 0; n < 99; n += 1) few.add({ id: n, price: n, createdAt: n, lexemes: ['=rack'] })
    expect(few.commonest('=ra', 2, [])).toBeNull()
  })

  test('[SEARCH-PLAN] without criteria the sort order is scanned without a budget', () => {
    expect(planOf({})).toEqual({ strategy: 'ordered-scan', leading: null, budget: null })
  })

  test('[SEARCH-PLAN] a frequent word uses the sort order, a rare one the index of the words', () => {
    expect(planOf({ terms: termsOf(['good']) }).strategy).toBe('ordered-scan')
    expect(planOf({ terms: termsOf(['good', 'clean']) }).strategy).toBe('ordered-scan')
    expect(planOf({ terms: termsOf(['zyntara']) }).strategy).toBe('index-scan')
    expect(planOf({ terms: termsOf(['good', 'zyntara']) }).strategy).toBe('index-scan')
  })

  test('[SEARCH-PLAN] words of one name are known to occur together', () => {
    expect(planOf({ terms: termsOf(['iphone', '13', 'pro']) }).strategy).toBe('ordered-scan')
    expect(planOf({ terms: termsOf(['iphone', 'zyntara']) }).strategy).toBe('index-scan')
  })

  test('[SEARCH-PLAN] an ordered scan stays within the rarer of category and state; a rare place is found by the index', () => {
    expect(planOf({ category: 1, state: 'Kano' })).toMatchObject({
      strategy: 'ordered-scan',
      leading: 'state',
    })
    expect(planOf({ category: 2, lga: 'Dala' }, { counted: true })).toEqual({ strategy: 'index-scan' })
  })

  test('[SEARCH-PLAN] a narrow price range is scanned in the order of prices; with a frequent word, both indexes are used', () => {
    const prices = { minPrice: 5_000_000, maxPrice: 5_500_000 }
    expect(planOf(prices, { order: 'price-asc' }).strategy).toBe('ordered-scan')
    expect(planOf({ ...prices, terms: termsOf(['clean']) }, { counted: true }).strategy).toBe('bitmap-and')
  })

  test('[SEARCH-PLAN] an ordered scan that finds too little falls back to the cheapest index plan', () => {
    expect(planOf({ category: 1, state: 'Kano' })).toMatchObject({ fallback: { strategy: 'index-scan' } })
    expect(planOf({ terms: termsOf(['good']) })).toMatchObject({
      fallback: { strategy: 'slice', fallback: { strategy: 'index-scan' } },
    })
    const last = { order: 'price-asc', after: { value: 7995 * 12_500, id: 1 } } as const
    expect(planOf({ terms: termsOf(['iphone']) }, last)).toEqual({ strategy: 'index-scan' })
  })

  test('[SEARCH-PLAN] an ordered scan may cost as much as its fallback before it gives up', () => {
    // A page of 'good' is expected within 83 rows, which is not much less than its slice; a page of the category within 100, and its index
    // scan would read 250,000.
    expect(planOf({ terms: termsOf(['good']) })).toMatchObject({ budget: 500 })
    expect(planOf({ category: 1 })).toMatchObject({ budget: 512_000 })
  })

  test('[SEARCH-PLAN] a frequent word whose cheapest listings are dear is looked up among the first prices that hold a page', () => {
    const criteria = { terms: termsOf(['dear']) }
    expect(planOf(criteria, { order: 'price-asc' })).toEqual({
      strategy: 'slice',
      until: 808 * 12_500,
      fallback: { strategy: 'index-scan' },
    })
    expect(planOf(criteria, { order: 'price-asc', counted: true })).toEqual({
      strategy: 'index-scan',
      until: 808 * 12_500,
    })
    expect(planOf(criteria, { order: 'price-desc' }).strategy).toBe('ordered-scan')
  })

  test('[SEARCH-PLAN] the newest of a frequent word are looked up in the days that hold two pages of them', () => {
    // A listing of the sample stands for 125, and eight of the sample for a day.
    const years = createStatistics(1_000_000, 8000)
    const at = (n: number) => n * 10_800_000
    for (let n = 0; n < 8000; n += 1)
      years.add({ id: n, price: n, createdAt: at(n), lexemes: n % 100 === 99 ? ['stroller'] : ['rug'] })
    const request: SearchPageRequest = {
      criteria: { terms: termsOf(['stroller']) },
      order: 'latest',
      after: null,
      limit: 25,
      counted: false,
    }
    // 50 listings are 40 of the sample, at one in a hundred.
    expect(choosePlan(request, years)).toEqual({
      strategy: 'slice',
      until: at(7960),
      fallback: { strategy: 'index-scan' },
    })
    const after = { value: at(4000), id: 1 }
    expect(choosePlan({ ...request, after }, years)).toMatchObject({ strategy: 'slice', until: at(3961) })
    expect(choosePlan({ ...request, counted: true }, years).strategy).toBe('index-scan')
    // The last nine hits do not tell.
    expect(choosePlan({ ...request, after: { value: at(900), id: 1 } }, years).strategy).not.toBe('slice')
  })

  test('[SEARCH-PLAN] with a rare word, a frequent prefix is rechecked in the documents', () => {
    const [rare, prefix] = termsOf(['zyntara', 'qu'])
    if (!rare || !prefix) throw new Error('Two words are two terms.')
    expect(planOf({ terms: [rare, prefix] }, { counted: true })).toMatchObject({
      strategy: 'recheck',
      indexed: { terms: [rare] },
    })
  })

  test('[SEARCH-PLAN] without statistics everything is found by the index', () => {
    const request: SearchPageRequest = {
      criteria: { terms: termsOf(['good']) },
      order: 'latest',
      after: null,
      limit: 25,
      counted: true,
    }
    expect(choosePlan(request, createStatistics(0, 0))).toEqual({ strategy: 'index-scan' })
  })

  test('[BROWSE-TOTAL] how many surely match is told in two digits', () => {
    // 300,000, 143,000, and 10,000 by the sample.
    expect(leastMatches({ terms: termsOf(['good']) }, statistics)).toBe(260_000)
    expect(leastMatches({ terms: termsOf(['clean']) }, statistics)).toBe(120_000)
    expect(leastMatches({ terms: termsOf(['iphone']) }, statistics)).toBe(6100)
    expect(leastMatches({ terms: termsOf(['zyntara']) }, statistics)).toBeLessThan(1000)
    expect(leastMatches({ terms: [], lga: 'Dala' }, statistics)).toBeLessThan(1000)
    expect(leastMatches({ terms: [] }, statistics)).toBe(950_000)
    expect(leastMatches({ terms: [], featured: true }, statistics)).toBe(0)
    // A small table is always counted.
    expect(leastMatches({ terms: [] }, createStatistics(19_000, 0))).toBe(0)
    expect(leastMatches({ terms: [], state: 'Kano' }, createStatistics(100_000, 0))).toBe(0)
  })
})
