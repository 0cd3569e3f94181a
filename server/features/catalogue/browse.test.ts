import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingFilters } from '#shared/contract/catalogue.ts'
import { readPageInfo } from '#shared/pagination.ts'
import { publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser

const phones = 1
const vehicles = 3
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n))

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user({ fullName: 'Ada Okafor' })
  const naira = (amount: number) => amount * 100
  const place = (state: string, lga: string) => ({ state, lga })
  const things = [
    {
      title: 'iPhone 13 Pro 256GB',
      categoryId: phones,
      price: naira(650_000),
      condition: 'NEW',
      ...place('Lagos', 'Ikeja'),
    },
    { title: 'Tecno Camon 20', categoryId: phones, price: naira(180_000), ...place('Kano', 'Nasarawa') },
    {
      title: 'Toyota Corolla 2015',
      categoryId: vehicles,
      price: naira(7_500_000),
      priceType: 'NEGOTIABLE',
      ...place('Lagos', 'Eti-Osa'),
    },
    {
      title: 'Honda Accord 2010',
      categoryId: vehicles,
      price: naira(4_000_000),
      ...place('Rivers', 'Port Harcourt'),
    },
    {
      title: 'Samsung Galaxy S21',
      categoryId: phones,
      price: naira(180_000),
      priceType: 'NEGOTIABLE',
      ...place('Lagos', 'Ikeja'),
    },
  ] as const
  for (const [n, thing] of things.entries()) await publish(t, ada, thing, minute(n))
})
afterAll(() => t.close())

/** Titles that the filters find, by their first words. */
async function titles(query: { [K in keyof ListingFilters]?: unknown }): Promise<string[]> {
  const found = await t.visitor('GET /api/listings', { query: query as never })
  return found.map(({ title }) => title.split(' ')[0] ?? '')
}

test('[CALL-CATEGORIES] [ENTITY-CATEGORY] categories have id, name and slug, in their order', async () => {
  const categories = await t.visitor('GET /api/categories')
  expect(categories).toHaveLength(10)
  expect(categories[0]).toEqual({ id: 1, name: 'Phones & Tablets', slug: 'phones-tablets' })
})

test('[CALL-LISTINGS] [MAY-READ] browse returns an array of public listings, the newest first', async () => {
  expect(await titles({})).toEqual(['Samsung', 'Honda', 'Toyota', 'Tecno', 'iPhone'])
  const [card] = await t.visitor('GET /api/listings', { query: { limit: 1 } })
  expect(card).toMatchObject({
    sellerId: ada.id,
    category: { id: phones, name: 'Phones & Tablets' },
    price: 18_000_000,
    priceType: 'NEGOTIABLE',
    condition: 'USED',
    state: 'Lagos',
    lga: 'Ikeja',
    status: 'ACTIVE',
    views: 0,
    createdAt: minute(4).toISOString(),
    deletedAt: null,
    questionsEnabled: true,
    featured: false,
    seller: { id: ada.id, fullName: 'Ada Okafor', avatarUrl: null, ratingAvg: '0.00', ratingCount: 0 },
  })
  expect(card?.photos[0]).toMatchObject({
    width: 1200,
    height: 900,
    placeholder: 'WPcNBgAAiHiHh3iIeIiId3eIeA==',
  })
})

test('[BROWSE-PARAM-CATEGORY] category', async () => {
  expect(await titles({ category: vehicles })).toEqual(['Honda', 'Toyota'])
})

test('[BROWSE-PARAM-CONDITION] condition', async () => {
  expect(await titles({ condition: 'NEW' })).toEqual(['iPhone'])
})

test('[BROWSE-PARAM-STATE] [BROWSE-PARAM-LGA] state and lga', async () => {
  expect(await titles({ state: 'Lagos' })).toEqual(['Samsung', 'Toyota', 'iPhone'])
  expect(await titles({ state: 'Lagos', lga: 'Ikeja' })).toEqual(['Samsung', 'iPhone'])
  expect(await titles({ state: 'Rivers', lga: 'Port Harcourt' })).toEqual(['Honda'])
  expect(await titles({ state: 'lagos', lga: 'IKEJA' })).toEqual(['Samsung', 'iPhone'])
})

test('[BROWSE-PARAM-PRICE] minPrice and maxPrice are whole Naira, inclusive; a reversed pair is swapped', async () => {
  expect(await titles({ minPrice: 4_000_000 })).toEqual(['Honda', 'Toyota'])
  expect(await titles({ maxPrice: 180_000 })).toEqual(['Samsung', 'Tecno'])
  expect(await titles({ minPrice: 180_001, maxPrice: 4_000_000 })).toEqual(['Honda', 'iPhone'])
  expect(await titles({ minPrice: 4_000_000, maxPrice: 180_001 })).toEqual(['Honda', 'iPhone'])
  expect(await titles({ minPrice: 0 })).toHaveLength(5)
  expect(await titles({ minPrice: '9'.repeat(30) })).toEqual([])
  expect(await titles({ maxPrice: '9'.repeat(30) })).toHaveLength(5)
})

test('[BROWSE-PARAM-PRICETYPE] priceType', async () => {
  expect(await titles({ priceType: 'NEGOTIABLE' })).toEqual(['Samsung', 'Toyota'])
})

test('[BROWSE-PARAM-FEATURED] [CALL-FEATURED] featured=true finds listings featured by administrators, until a date', async () => {
  const until = (title: string, days: number) =>
    t.db
      .updateTable('listings')
      .set({ featured_until: new Date(Date.now() + days * 86_400_000) })
      .where('title', 'like', `${title}%`)
      .execute()
  await until('Toyota', 1)
  await until('Honda', -1)
  expect(await titles({ featured: true })).toEqual(['Toyota'])
  expect(await titles({ featured: true, category: phones })).toEqual([])
  expect(await titles({ featured: true, search: 'toyota' })).toEqual(['Toyota'])
  expect(await titles({ featured: true, search: 'honda' })).toEqual([])
  expect(await titles({ featured: false })).toHaveLength(5)
  expect((await t.visitor('GET /api/listings/featured')).map(({ featured }) => featured)).toEqual([true])
  const all = await t.visitor('GET /api/listings', { query: {} })
  expect(all.filter(({ featured }) => featured)).toHaveLength(1)
})

test('[BROWSE-PARAM-COMBINED] filters narrow each other', async () => {
  expect(await titles({ category: phones, state: 'Lagos', priceType: 'NEGOTIABLE' })).toEqual(['Samsung'])
  expect(
    await titles({ category: phones, state: 'Lagos', lga: 'Ikeja', condition: 'NEW', minPrice: 600_000 }),
  ).toEqual(['iPhone'])
  expect(await titles({ search: 'lagos', category: vehicles, maxPrice: 8_000_000 })).toEqual(['Toyota'])
  expect(await titles({ search: 'galaxy', condition: 'NEW' })).toEqual([])
})

test('[BROWSE-PARAM-EMPTY] empty parameters count as absent, and so do blank ones', async () => {
  for (const search of ['search=&category=&condition=&minPrice=&sortBy=&cursor=', 'maxPrice=%20&search=+']) {
    const answer = await t.app.inject(`/api/listings?${search}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toHaveLength(5)
  }
})

test('[BROWSE-SORT-PRICE] price-asc and price-desc', async () => {
  expect(await titles({ sortBy: 'price-asc' })).toEqual(['Tecno', 'Samsung', 'iPhone', 'Honda', 'Toyota'])
  expect(await titles({ sortBy: 'price-desc' })).toEqual(['Toyota', 'Honda', 'iPhone', 'Samsung', 'Tecno'])
})

test('[BROWSE-IGNORED] unknown and malformed filters are dropped and named; the others apply', async () => {
  const ignored = async (search: string) => {
    const answer = await t.app.inject(`/api/listings?${search}`)
    expect(answer.statusCode, search).toBe(200)
    return [answer.json().length, answer.headers['x-ignored-filters']]
  }
  const links = {
    'condition=new': 'condition',
    'condition=NEW&condition=USED': 'condition',
    'sortBy=zzz': 'sortBy',
    'minPrice=abc': 'minPrice',
    'maxPrice=-5': 'maxPrice',
    'priceType=FREE': 'priceType',
    'featured=maybe': 'featured',
    'category=999': 'category',
    'category=phones': 'category',
    'category=99999999999': 'category',
    'state=Atlantis': 'state',
    'lga=Ikeja': 'lga',
    'state=Atlantis&lga=Ikeja': 'state,lga',
    'category=0&sortBy=x&minPrice=': 'category,sortBy',
  }
  for (const [search, names] of Object.entries(links)) expect(await ignored(search)).toEqual([5, names])
  expect(await ignored('state=Lagos&lga=Fagge')).toEqual([3, 'lga'])
  expect(await ignored('condition=new&category=3')).toEqual([2, 'condition'])
  expect(await ignored('category=3&state=Lagos&minPrice=1')).toEqual([1, undefined])
  expect(await ignored('category=10')).toEqual([0, undefined])
  const first = await t.app.inject('/api/listings?category=999&limit=3')
  const { next } = readPageInfo({ get: (name) => (first.headers[name] as string | undefined) ?? null })
  expect((await t.app.inject(next ?? '')).json()).toHaveLength(2)
})

test('[BROWSE-TOTAL] X-Total-Count is the number of all matches, on each page', async () => {
  const first = await t.app.inject('/api/listings?limit=2&category=1')
  expect(first.headers).toMatchObject({ 'x-total-count': '3', 'x-total-count-exact': 'true' })
  const info = readPageInfo({ get: (name) => (first.headers[name] as string | undefined) ?? null })
  expect(info).toMatchObject({ total: 3, totalIsExact: true })
  expect(info.next).toMatch(/^\/api\/listings\?limit=2&category=1&cursor=[\w-]+$/)
  const second = await t.app.inject(info.next ?? '')
  expect(second.json()).toHaveLength(1)
  expect(second.headers['x-total-count']).toBe('3')
  expect(second.headers.link).toBeUndefined()
})

test('[CALL-LATEST] the newest 8 for the home page', async () => {
  expect((await t.visitor('GET /api/listings/latest')).map(({ title }) => title)[0]).toBe(
    'Samsung Galaxy S21',
  )
})

test('[CALL-CARDS] cards by their ids, and of a seller, of what is still for sale', async () => {
  const seller = await t.user()
  const stools = []
  for (const n of [1, 2, 3])
    stools.push(await publish(t, seller, { title: `Stool number ${n}`, categoryId: phones }, minute(-n)))
  const [first, second, third] = stools.map(({ id }) => id)
  await seller.api('PATCH /api/listings/:id', { params: { id: second ?? 0 }, body: { status: 'SOLD' } })
  const cards = async (query: { ids: string; seller?: string }) =>
    (await t.visitor('GET /api/listings/cards', { query })).map(({ id }) => id)
  expect(await cards({ ids: `${third},${second},999999,${first}` })).toEqual([third, first])
  expect(await cards({ ids: `${third}`, seller: `${seller.id}` })).toEqual([first])
  expect(await cards({ ids: '999999', seller: `${seller.id}` }), 'the newest first').toEqual([first, third])
  for (const ids of ['', 'one', Array.from({ length: 13 }, (_, n) => n + 1).join()])
    await expect(cards({ ids })).rejects.toMatchObject({ status: 400 })
})

test('[BROWSE-TOTAL-LATE] when counting takes too long, the page has no exact total', async () => {
  const other = await startTestApp()
  try {
    const seller = await other.user()
    for (let n = 0; n < 30; n += 1)
      await publish(other, seller, { title: `Camel number ${n}`, categoryId: phones }, minute(n))
    // From here on PostgreSQL counts ten rows a second, on new connections.
    await sql`create schema slow`.execute(other.db)
    await sql`create function slow.next(counted bigint) returns bigint language sql volatile
      as 'select counted + 1 from pg_sleep(0.1)'`.execute(other.db)
    await sql`create aggregate slow.count(*) (sfunc = slow.next, stype = bigint, initcond = '0')`.execute(
      other.db,
    )
    await sql`do $$ begin
      execute format('alter database %I set search_path = slow, pg_catalog, public', current_database());
      perform pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid();
    end $$`.execute(other.db)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(other.db).catch(() => undefined)
    await expect.poll(async () => (await other.app.inject('/api/listings?search=zebra')).statusCode).toBe(200)

    const first = await other.app.inject('/api/listings?search=camel&limit=20')
    expect(first.json()).toHaveLength(20)
    expect(first.headers).toMatchObject({ 'x-total-count': '20', 'x-total-count-exact': 'false' })
    const { next } = readPageInfo({ get: (name) => (first.headers[name] as string | undefined) ?? null })
    const second = await other.app.inject(next ?? '')
    expect(second.json()).toHaveLength(10)
    expect(second.headers).toMatchObject({ 'x-total-count': '20', 'x-total-count-exact': 'false' })
  } finally {
    await other.close()
  }
})
