import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertListing, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser

const things: [title: string, description: string][] = [
  ['iPhone 13 Pro Max 256GB', 'Clean phone with its box and charger, never opened before.'],
  ['iPhone 12 64GB', 'A neat phone, upgraded since I bought the 13 last month.'],
  ['Toyota RAV4 2015', 'Tokunbo jeep, buy and drive, leather seats and cold air inside.'],
  ['Sony PS 5 console', 'Game console with two controllers, works as it should work.'],
  ['2-bedroom flat at Yaba', 'Newly built and close to the market, water runs all the time.'],
  ['Nike T-shirts, size 42', 'Original shirts from abroad in every colour, ask for yours.'],
  ['Samsung Galaxy S21', 'Very sharp screen, the battery lasts the whole day for sure.'],
  ['Ọjà basket, hand woven', 'Ìyá Ìbàdàn wove it herself from raffia for carrying to market.'],
  ['Leather shoes for men', 'Brown shoes, good for the office and for any kind of party.'],
  ['Generator 3.5kva', 'It starts at once; ₦250,000 is what they ask in the shop now.'],
]

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
  for (const [n, [title, description]] of things.entries())
    await publish(t, ada, { title, description }, new Date(Date.UTC(2026, 0, 1, 12, n)))
})
afterAll(() => t.close())

async function find(search: string, more: Record<string, unknown> = {}): Promise<string[]> {
  const found = await t.visitor('GET /api/listings', { query: { search, ...more } as never })
  return found.map(({ title }) => title)
}

const finds = (search: string, ...titles: string[]) =>
  test(`${JSON.stringify(search)} finds ${titles.join(', ') || 'nothing'}`, async () => {
    const found = await find(search)
    expect(found.map((title) => titles.find((begin) => title.startsWith(begin)) ?? title).sort()).toEqual(
      [...titles].sort(),
    )
  })

describe('[SEARCH-WORDS] all words match, in any order, in the title, description, place or category', () => {
  finds('pro iphone', 'iPhone 13')
  finds('phone box', 'iPhone 13')
  finds('iphone leather')
  finds('flat ikeja', '2-bedroom')
  finds('shoes for sale', 'Leather')
  finds('the leather shoes', 'Leather')
})

test('[SEARCH-WORDS] Abuja and FCT find what is anywhere in the Federal Capital Territory', async () => {
  const place = { state: 'Federal Capital Territory', lga: 'Bwari' }
  await insertListing(t, ada, { title: 'Rattan settee', ...place })
  for (const search of ['settee abuja', 'Abuja settee', 'settee FCT'])
    expect(await find(search), search).toEqual(['Rattan settee'])
})

describe('[SEARCH-PREFIX] the last word matches as a prefix, others when they find nothing', () => {
  finds('sams', 'Samsung')
  finds('samsung gal', 'Samsung')
  finds('sams galaxy', 'Samsung')
  finds('gener', 'Generator')
})

describe('[SEARCH-MODEL] numbers and models match in every notation', () => {
  finds('iphone 13 pro', 'iPhone 13')
  finds('iPhone13', 'iPhone 13', 'iPhone 12')
  finds('rav4', 'Toyota')
  finds('RAV 4', 'Toyota')
  finds('ps5', 'Sony')
  finds('PS 5', 'Sony')
  finds('size 42', 'Nike')
  finds('2 bedroom', '2-bedroom')
  finds('2-bedroom', '2-bedroom')
  finds('2bedroom', '2-bedroom')
  finds('tshirt', 'Nike')
  finds('3.5 kva', 'Generator')
  finds('250000', 'Generator')
  finds('250,000', 'Generator')
  finds('17')
  finds('25')
})

describe('[SEARCH-ACCENTS] case, accents and combining marks make no difference', () => {
  finds('oja', 'Ọjà')
  finds('ỌJÀ', 'Ọjà')
  finds('O\u0323ja\u0300', 'Ọjà')
  finds('iya ibadan', 'Ọjà')
  finds('SÀMSÚNG', 'Samsung')
})

describe('[SEARCH-PLURAL] singular and plural match each other', () => {
  finds('shoe', 'Leather')
  finds('flats', '2-bedroom')
  finds('t-shirt', 'Nike')

  test('also where es follows an s or an o', async () => {
    const bola = await t.user()
    const titles = [
      'Bus of a school',
      'Potato by the bag',
      'Lens of a camera',
      'Two buses for hire',
      'House of plurals',
    ]
    for (const title of titles) await insertListing(t, bola, { title })
    for (const [search, ...found] of [
      ['buses', 'Two buses for hire', 'Bus of a school'],
      ['bus hire', 'Two buses for hire'],
      ['lenses', 'Lens of a camera'],
      ['potatoes bag', 'Potato by the bag'],
      ['houses of plurals', 'House of plurals'],
    ] as const)
      expect(await find(search)).toEqual(found)
    await t.db.updateTable('listings').set({ status: 'HIDDEN' }).where('seller_id', '=', bola.id).execute()
  })
})

describe('[SEARCH-TYPO] a typo is corrected when the word itself finds nothing', () => {
  finds('samsng', 'Samsung')
  finds('smasung galaxy', 'Samsung')
  finds('toyta', 'Toyota')
  finds('iphnoe 13', 'iPhone 13', 'iPhone 12')
  finds('genrator', 'Generator')
  finds('lether shoes', 'Leather')
  finds('xqzwvk')
  finds('cat')
})

test('[SEARCH-TYPO] later pages use the corrected words', async () => {
  const first = await t.app.inject('/api/listings?search=ihpone&limit=1')
  expect(first.headers['x-total-count']).toBe('2')
  const next = /<(.*)>/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await t.app.inject(next)
  expect(
    [...first.json(), ...second.json()].map(({ title }: { title: string }) => title.slice(0, 9)),
  ).toEqual(['iPhone 12', 'iPhone 13'])
})

test('[SEARCH-TYPO] a rare misspelling is found together with the correct word', async () => {
  const bola = await t.user()
  const title = 'Samsvng phone cover'
  const { id } = await publish(t, bola, { title })
  for (let n = 0; n < 20; n += 1) await publish(t, bola, { title: `Samsung charger number ${n}` })
  const found = await find('samsvng', { limit: 100 })
  expect(found).toContain(title)
  expect(found.length).toBeGreaterThan(20)
  // A word that somebody wrote may be meant: it stays alone where the other one is rare, or less alike.
  for (const rare of ['Plimber, a board', 'Plumber, a board', 'Samzvng strap'])
    await insertListing(t, bola, { title: rare })
  expect(await find('plimber')).toEqual(['Plimber, a board'])
  expect(await find('samzvng')).toEqual(['Samzvng strap'])
  // Of what nobody wrote, the words that are most alike.
  const alike = await find('samzung', { limit: 100 })
  expect(alike).toContain('Samzvng strap')
  expect(alike).not.toContain(title)
  await bola.api('DELETE /api/listings/:id', { params: { id } })
  await t.db
    .updateTable('listings')
    .set({ deleted_at: new Date() })
    .where('seller_id', '=', bola.id)
    .execute()
})

test('[SEARCH-RELEVANCE] matches in the title come before matches in the description, the newest first in each', async () => {
  const bola = await t.user()
  const at = (n: number) => new Date(Date.UTC(2026, 1, 1, 12, n))
  await publish(t, bola, { title: 'Kettle for the kitchen' }, at(1))
  await publish(t, bola, { title: 'Electric kettle, steel' }, at(2))
  const description = 'A kettle, four pots and a pan, all in good order.'
  await publish(t, bola, { title: 'Set of kitchen things', description }, at(3))
  await publish(t, bola, { title: 'Box of kitchen things', description }, at(0))
  const order = [
    'Electric kettle, steel',
    'Kettle for the kitchen',
    'Set of kitchen things',
    'Box of kitchen things',
  ]
  expect(await find('kettle', { sortBy: 'relevance' })).toEqual(order)
  expect(await find('kettle')).toEqual([order[2], order[0], order[1], order[3]])

  const pages: string[] = []
  let url = '/api/listings?search=kettle&sortBy=relevance&limit=1'
  while (url && pages.length < 5) {
    const page = await t.app.inject(url)
    expect(page.headers['x-total-count']).toBe('4')
    pages.push(...page.json().map(({ title }: { title: string }) => title))
    url = /<(.*)>/.exec(String(page.headers.link))?.[1] ?? ''
  }
  expect(pages).toEqual(order)
})

test('[SEARCH-RELEVANCE] without words relevance means the newest first', async () => {
  const newest = await t.visitor('GET /api/listings', { query: {} })
  expect(await t.visitor('GET /api/listings', { query: { sortBy: 'relevance' } })).toEqual(newest)
})

test('[SEARCH-EDIT] an edited title is found by its new words immediately, no longer by the old', async () => {
  const { id } = await publish(t, ada, { title: 'Quilted mattress, six by six' })
  await ada.api('PATCH /api/listings/:id', { params: { id }, body: { title: 'Spring bed, six by six' } })
  expect(await find('quilted')).toEqual([])
  expect(await find('spring')).toEqual(['Spring bed, six by six'])
})

test('[SEARCH-HOSTILE] any input returns a list or a refusal, never a failure', async () => {
  const texts = [
    '%',
    '_',
    '\\',
    "'",
    '"',
    "' or 1=1 --",
    '& | ! ( ) : *',
    '!',
    'a:*',
    '<->',
    "iphone' & 'x",
    "\\\\'",
    '🔥',
    '👩‍👩‍👧',
    '\0',
    'ip\0hone',
    '-',
    '--',
    '- -',
    '-a-',
    '<script>',
    '١٢٣',
    'سوق',
    '市场',
    '\ud800',
    '\u202e',
    "''''",
    'a'.repeat(120),
    'ab '.repeat(39),
    '1'.repeat(100),
    '#c1',
    '=iphone',
    '$1',
    '{}',
    '[]',
    'null',
    ':*',
    '*:',
    'for the in',
    `${'x'.repeat(60)}-y`,
  ]
  for (const text of texts) {
    for (const path of [
      `/api/listings?search=${encodeURIComponent(text.toWellFormed())}`,
      `/api/listings?sortBy=relevance&search=${encodeURIComponent(text.toWellFormed())}`,
      `/api/listings/search-suggestions?q=${encodeURIComponent(text.toWellFormed())}`,
      `/api/listings?state=${encodeURIComponent(text.toWellFormed().slice(0, 60))}&category=1`,
    ]) {
      const answer = await t.app.inject(path)
      expect(answer.statusCode, path).toBe(200)
    }
  }
  for (const query of [
    'search=%E0%A4%A',
    'search=%00',
    'search=a&search=b',
    'category=abc',
    'category=1.5',
    'category=-1',
    'category=1e99',
    'minPrice=abc',
    'minPrice=-1',
    'minPrice=1e999',
    'maxPrice=NaN',
    'limit=0',
    'limit=101',
    'limit=x',
    'priceType=free',
    'featured=maybe',
    'state[]=x',
    `search=${'a'.repeat(121)}`,
  ]) {
    const answer = await t.app.inject(`/api/listings?${query}`)
    expect(answer.statusCode, query).toBeLessThan(500)
  }
  expect(await find('iphone\0 13 pro')).toEqual(['iPhone 13 Pro Max 256GB'])
})

test('[SEARCH-HOSTILE] a text without letters or digits finds nothing', async () => {
  expect(await find('🔥 !!')).toEqual([])
})

test('[SEARCH-LENGTH] more than 120 characters are refused with a message', async () => {
  await expect(find('a'.repeat(121))).rejects.toMatchObject({
    status: 400,
    problem: { detail: 'Please search with fewer words.' },
  })
})
