import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { processListingNews } from '#server/features/listing-news/listing-news.service.ts'
import type { SearchFilters } from '#shared/contract/searches.ts'
import { codeOf } from '#tests/support/accounts.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let seller: TestUser
let ada: TestUser
let order: Interleaving

beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
  seller = await t.user()
})
afterAll(() => {
  order.stop()
  return t.close()
})
beforeEach(async () => {
  ada = await t.user()
})

const save = (filters: SearchFilters, who = ada) => who.api('POST /api/saved-searches', { body: filters })
const list = (who = ada) => who.api('GET /api/saved-searches')
const change = (id: number, fields: object, who = ada) =>
  who.api('PATCH /api/saved-searches/:id', { params: { id }, body: fields })
const set = (id: number, values: object) =>
  t.db.updateTable('listings').set(values).where('id', '=', id).execute()
const listing = (fields?: Parameters<typeof insertListing>[2]) => insertListing(t, seller, fields)

/** The matches of each search that its owner has not read of, oldest search first. */
async function matchCounts(): Promise<number[]> {
  while (await processListingNews(t));
  return (await list(ada)).map(({ news }) => news).reverse()
}

test('[SEARCHES-SAVE] a search is saved with its words and filters, named by itself, once', async () => {
  const search = await save({
    search: ' iPhone  13 ',
    category: 1,
    condition: 'USED',
    state: 'Lagos',
    lga: 'Ikeja',
    minPrice: 400_000,
    maxPrice: 100_000,
    priceType: 'FIXED',
  })
  expect(search).toMatchObject({
    isNamed: false,
    news: 0,
    unreadId: null,
    pausedAt: null,
    filters: { search: 'iPhone 13', category: 1, minPrice: 100_000, maxPrice: 400_000, lga: 'Ikeja' },
  })
  expect(search.name).toMatch(/^iPhone 13 in .+ in Ikeja, Lagos$/)
  const found = new URL(search.href, 'http://x').searchParams
  expect(Object.fromEntries(found)).toEqual({
    search: 'iPhone 13',
    category: '1',
    condition: 'USED',
    state: 'Lagos',
    lga: 'Ikeja',
    minPrice: '100000',
    maxPrice: '400000',
    priceType: 'FIXED',
  })
  const same = { ...search.filters, search: 'IPHONE 13!' }
  expect(await Promise.all([save(same), save(same)])).toEqual([search, search])
  expect(await list()).toEqual([search])
  expect(await list(seller)).toEqual([])
  // The longest query that its letters allow.
  const runs = 'b1c2d3f4g5h6j7k8m9p0q1r2s3t4v5w6x7y8z9b'
  const long = [0, 10, 20].map((from) => runs.slice(from) + runs.slice(0, from)).join(' ')
  await save({ search: long })
  await listing({ title: 'Serial numbers', description: `Among them: ${long}` })
  expect(await matchCounts()).toEqual([0, 1])
  expect((await save({ search: 'cheap phone', maxPrice: null } as object)).filters).toEqual({
    search: 'cheap phone',
  })
  for (const nothing of [{}, { search: '!?' }, { category: 99_999 }, { lga: 'Ikeja' }])
    expect(await codeOf(save(nothing)), JSON.stringify(nothing)).toBe('VALIDATION_FAILED')
})

test('[SEARCHES-EDIT] a search is named, changed, paused and deleted by its owner only', async () => {
  const { id, name } = await save({ search: 'generator' })
  const other = await save({ search: 'inverter' })
  expect(await change(id, { name: 'For the shop' })).toMatchObject({ name: 'For the shop', isNamed: true })
  expect(await change(id, { name: null })).toMatchObject({ name, isNamed: false })
  expect(await codeOf(change(id, { filters: { search: 'Inverter' } }))).toBe('CONFLICT')
  expect(await codeOf(change(id, { paused: true }, seller))).toBe('NOT_FOUND')
  expect(
    await change(id, { filters: { search: 'tiger generator', maxPrice: 90_000 }, paused: true }),
  ).toMatchObject({
    name: 'tiger generator',
    filters: { search: 'tiger generator', maxPrice: 90_000 },
    pausedAt: expect.any(String),
  })
  const [, paused] = await list()
  expect((await change(id, { paused: true })).pausedAt).toBe(paused?.pausedAt)
  await seller.api('DELETE /api/saved-searches/:id', { params: { id } })
  expect((await list()).map((one) => one.id)).toEqual([other.id, id])
  await ada.api('DELETE /api/saved-searches/:id', { params: { id } })
  expect((await list()).map((one) => one.id)).toEqual([other.id])
})

test('[SEARCHES-SAVE] a search that is saved in two tabs at once is one', async () => {
  const saving = order.pauseBefore(/^insert into "saved_searches"/, () => save({ search: 'welding machine' }))
  await saving.reached
  const again = save({ search: 'welding machine' })
  await endedOrBlocked(t, again)
  expect(await saving.release()).toEqual(await again)
  expect(await list()).toHaveLength(1)
})

test('[SEARCHES-SAVE] saving a search again while it is being deleted does not fail', async () => {
  const { id } = await save({ search: 'sewing machine' })
  const saving = order.pauseBefore(/left join "notifications"/, () => save({ search: 'sewing machine' }))
  await saving.reached
  const deleted = ada.api('DELETE /api/saved-searches/:id', { params: { id } })
  await endedOrBlocked(t, deleted)
  expect((await saving.release()).href).toContain('sewing')
  await deleted
})

test('[SEARCHES-MATCH] new listings match the searches whose words and filters they have, as Browse reads them', async () => {
  const matching: SearchFilters[] = [
    { search: 'tecno sparks' },
    { search: 'PHONE for sale in Surulere' },
    { search: 'spark20' },
    { search: 'dual-sim tecno' },
    { category: 1 },
    { condition: 'NEW' },
    { state: 'Lagos' },
    { state: 'Lagos', lga: 'Surulere' },
    { priceType: 'NEGOTIABLE' },
    { minPrice: 120_000, maxPrice: 120_000 },
    { search: 'spark', category: 1, condition: 'NEW', state: 'Lagos', maxPrice: 150_000 },
  ]
  const others: SearchFilters[] = [
    { search: 'tecno spa' },
    { search: 'tecnoo' },
    { search: 'tecno camon' },
    { search: 'tecno-camon' },
    { category: 2 },
    { condition: 'USED' },
    { state: 'Kano' },
    { state: 'Lagos', lga: 'Ikeja' },
    { priceType: 'FIXED' },
    { minPrice: 120_001 },
    { maxPrice: 119_999 },
    { search: 'spark', category: 2 },
  ]
  for (const filters of [...matching, ...others]) await save(filters)
  await listing({
    title: 'Tecno Spark 20 phone',
    description: 'Dual SIM, 8GB of memory, with its charger and its box.',
    category_id: 1,
    condition: 'NEW',
    state: 'Lagos',
    lga: 'Surulere',
    price: 12_000_000,
    price_type: 'NEGOTIABLE',
  })
  expect(await matchCounts()).toEqual([...matching.map(() => 1), ...others.map(() => 0)])
})

test('[SEARCHES-MATCH] a search for Abuja matches a listing that names only its LGA', async () => {
  for (const search of ['zither abuja', 'fct zither', 'zither kano']) await save({ search })
  await listing({ title: 'Zither with a case', state: 'Federal Capital Territory', lga: 'Bwari' })
  expect(await matchCounts()).toEqual([1, 1, 0])
})

test('[SEARCHES-ONCE] a listing matches a search once: hidden and shown, sold and available, cheaper', async () => {
  const search = await save({ search: 'keyboard', maxPrice: 50_000 })
  const id = await listing({ title: 'Keyboard of a piano', price: 4_000_000 })
  expect(await matchCounts()).toEqual([1])
  for (const status of ['HIDDEN', 'ACTIVE', 'SOLD', 'ACTIVE']) await set(id, { status })
  await set(id, { price: 3_000_000 })
  expect(await matchCounts()).toEqual([1])
  // Of several at once the newest is shown.
  await listing({ title: 'Keyboard for a tablet', price: 900_000 })
  const other = await listing({ title: 'Keyboard for a laptop', price: 900_000 })
  expect(await matchCounts()).toEqual([3])
  const { listing_id } = await t.db
    .selectFrom('notifications')
    .select('listing_id')
    .where('subject_id', '=', search.id)
    .where('kind', '=', 'SEARCH')
    .executeTakeFirstOrThrow()
  expect(listing_id).toBe(other)
  // Only unread matches are news, and only those of this search.
  await ada.api('POST /api/notifications/read', {
    body: { until: new Date(Date.now() + 1000).toISOString() },
  })
  await t.db
    .insertInto('notifications')
    .values({ user_id: ada.id, kind: 'REPORT', subject_id: search.id })
    .execute()
  expect(await matchCounts()).toEqual([0])
})

test('[SEARCHES-CHEAPER] a price that falls into the range of a search is a match; one that was in it before is none', async () => {
  const id = await listing({ title: 'Amplifier', price: 9_000_000 })
  await matchCounts()
  await save({ search: 'amplifier', maxPrice: 80_000 })
  await save({ search: 'amplifier', maxPrice: 100_000 })
  await save({ search: 'amplifier', maxPrice: 90_000 })
  await save({ search: 'amplifier', minPrice: 10_000 })
  await set(id, { price: 8_500_000 })
  expect(await matchCounts()).toEqual([0, 0, 0, 0])
  await set(id, { price: 7_500_000 })
  expect(await matchCounts()).toEqual([1, 0, 0, 0])
  await set(id, { price: 9_000_000 })
  await set(id, { price: 7_000_000 })
  expect(await matchCounts()).toEqual([1, 0, 0, 0])
})

test('[SEARCHES-QUIET] nobody is notified while the search is paused, of their own listing, across a block, or by an inactive account', async () => {
  const [blocked, blocking, banned, leaving] = [
    await t.user(),
    await t.user(),
    await t.user(),
    await t.user(),
  ]
  const people = [ada, seller, blocked, blocking, banned, leaving]
  for (const who of people) await save({ search: 'bicycle' }, who)
  const [{ id = 0 } = {}] = await list()
  await change(id, { paused: true })
  await seller.api('POST /api/blocks', { body: { userId: blocked.id } })
  await blocking.api('POST /api/blocks', { body: { userId: seller.id } })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  await t.db.updateTable('users').set({ deletion_due_at: new Date() }).where('id', '=', leaving.id).execute()
  await listing({ title: 'Bicycle with a basket' })
  while (await processListingNews(t));
  expect(
    await t.db
      .selectFrom('notifications')
      .selectAll()
      .where(
        'user_id',
        'in',
        people.map((one) => one.id),
      )
      .execute(),
  ).toEqual([])
  await change(id, { paused: false })
  await listing({ title: 'Bicycle without a basket' })
  expect(await matchCounts()).toEqual([1])
})

test('[SEARCHES-MOST] an account has at most 50 searches', async () => {
  for (let index = 1; index <= 50; index += 1) await save({ maxPrice: index })
  expect(await codeOf(save({ maxPrice: 51 }))).toBe('CONFLICT')
  expect((await save({ maxPrice: 50 })).name).toBe('All listings')
  expect(await list()).toHaveLength(50)
})
