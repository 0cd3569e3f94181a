import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayInNigeria } from '#server/db/clock.ts'
import type { AdminListingQuery } from '#shared/contract/admin.ts'
import { type Contract, contract } from '#shared/contract/index.ts'
import { insertListing } from '#tests/support/listings.ts'
import { insertReport } from '#tests/support/reports.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let admin: TestUser
let ada: TestUser
let bola: TestUser
const ids: Record<string, number> = {}

beforeAll(async () => {
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN', fullName: 'Ife Admin' })
  ada = await t.user({ fullName: 'Ada Okafor', email: 'ada@example.com' })
  bola = await t.user({ fullName: 'Bola Ade' })
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  ids.rice = await insertListing(t, ada, { title: 'Rice cooker', price: 300, created_at: day(1) })
  ids.sofa = await insertListing(t, ada, {
    title: 'sofa bed 100%',
    price: 100,
    created_at: day(2),
    status: 'SOLD',
  })
  ids.car = await insertListing(t, bola, {
    title: 'Toyota Corolla',
    description: 'First owner, tokunbo, with all of its papers in order and a spare wheel.',
    price: 200,
    category_id: 3,
    state: 'Oyo',
    lga: 'Ibadan North',
    created_at: day(3),
  })
  ids.bike = await insertListing(t, bola, {
    title: 'Bicycle',
    price: 50,
    created_at: day(4),
    status: 'HIDDEN',
  })
  ids.gone = await insertListing(t, bola, {
    title: 'Gone chair',
    price: 70,
    deleted_at: new Date(),
    created_at: day(5),
  })
  await report(bola, 'LISTING', ids.rice, 'Scam')
})
afterAll(() => t.close())

const report = (by: TestUser, targetType: 'USER' | 'LISTING', targetId: number, reason: string) =>
  insertReport(t, { targetType, targetId }, reason, { by })

const titles = async (query: Record<string, unknown>) => {
  const { items } = await admin.api('GET /api/admin/listings', { query: query as never })
  return items.map(({ title }) => title)
}

test('[ROUTE-ADMIN] [MAY-ADMIN] every admin call answers 404 to a user who is not an administrator, before it validates the request', async () => {
  const banned = await t.user({ role: 'ADMIN' })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  const calls = (Object.keys(contract) as (keyof Contract)[]).filter((key) => key.includes(' /api/admin/'))
  expect(calls).toHaveLength(23)
  for (const key of calls) {
    expect(contract[key].access).toBe('admin')
    const [method = '', path = ''] = key.split(' ')
    for (const id of [String(ids.rice), 'abc'])
      for (const cookie of [undefined, ada.cookie, banned.cookie]) {
        const { statusCode } = await t.app.inject({
          method: method as 'GET',
          url: path.replace(':id', id),
          headers: cookie ? { cookie } : {},
        })
        expect([key, statusCode]).toEqual([key, 404])
      }
  }
})

test('[ADMIN-AWAY] users and listings name the reason why they are not public', async () => {
  const [leaving, banned] = [
    await t.user({ fullName: 'Leaves Soon' }),
    await t.user({ fullName: 'Barred Now' }),
  ]
  const date = new Date()
  await t.db.updateTable('users').set({ deletion_due_at: date }).where('id', '=', leaving.id).execute()
  await t.db.updateTable('users').set({ banned_at: date }).where('id', '=', banned.id).execute()
  for (const [seller, away] of [
    [leaving, { isLeaving: true, isBanned: false }],
    [banned, { isLeaving: false, isBanned: true }],
    [ada, { isLeaving: false, isBanned: false }],
  ] as const) {
    const id = await insertListing(t, seller, { title: 'Of nobody' })
    const [user] = await admin.api('GET /api/admin/users', { query: { q: `#${seller.id}` } })
    expect(user).toMatchObject(away)
    const { items } = await admin.api('GET /api/admin/listings', { query: { q: `#${id}` } })
    expect(items).toMatchObject([
      { sellerAway: away.isBanned ? 'BANNED' : away.isLeaving ? 'LEAVING' : null },
    ])
    await t.db.updateTable('listings').set({ deleted_at: date }).where('id', '=', id).execute()
  }
})

test('[ADMIN-STATS] [ENTITY-ADMIN] [CALL-ADMIN-STATS] the numbers: accounts and listings that are not deleted, those that the public sees, open reports', async () => {
  const before = await admin.api('GET /api/admin/stats')
  expect(before).toMatchObject({ totalListings: 4, activeListings: 2, pendingReports: 1 })
  const left = await t.user()
  await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', left.id).execute()
  expect(await admin.api('GET /api/admin/stats')).toEqual(before)
})

test('[ADMIN-PLOTS] the last 90 days in Nigeria with none left out, and active listings by category and state', async () => {
  const { days, byCategory, byState } = await admin.api('GET /api/admin/trends')
  expect(days).toHaveLength(90)
  const today = dayInNigeria(new Date())
  const last = days.at(-1)
  expect(last?.day).toBe(today)
  expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort())
  expect(last?.signUps).toBeGreaterThanOrEqual(3)
  expect(last?.reports).toBe(1)
  expect(days[0]).toEqual({ day: days[0]?.day, signUps: 0, listings: 0, messages: 0, reports: 0 })
  expect(byCategory).toEqual([
    { name: 'Phones & Tablets', count: 1 },
    { name: 'Vehicles', count: 1 },
  ])
  expect(byState.map(({ name }) => name)).toEqual(['Lagos', 'Oyo'])
  // The most first.
  const { id: category_id } = await t.db
    .selectFrom('categories')
    .select('id')
    .where('name', '=', 'Vehicles')
    .executeTakeFirstOrThrow()
  const id = await insertListing(t, ada, { category_id, state: 'Oyo', lga: 'Ibadan North' })
  const more = await admin.api('GET /api/admin/trends')
  expect(more.byCategory.map(({ count }) => count)).toEqual([2, 1])
  expect(more.byState.map(({ name }) => name)).toEqual(['Oyo', 'Lagos'])
  await t.db.deleteFrom('listings').where('id', '=', id).execute()
})

test('[ADMIN-PLOTS] a day begins at midnight in Nigeria', async () => {
  const midnight = new Date(`${dayInNigeria(new Date())}T00:00:00+01:00`)
  const day = (back: number) => new Date(midnight.getTime() - back * 86_400_000)
  const count = async () => {
    const { days } = await admin.api('GET /api/admin/trends')
    return [days.at(-11)?.listings, days.at(-12)?.listings, days[0]?.listings]
  }
  expect(await count()).toEqual([0, 0, 0])
  const made = [day(10), new Date(day(10).getTime() - 1), day(89), new Date(day(89).getTime() - 1)]
  for (const created_at of made)
    await insertListing(t, ada, { title: 'Of a day', deleted_at: new Date(), created_at })
  expect(await count()).toEqual([1, 1, 1])
})

test('[ADMIN-LISTINGS] [ENTITY-ADMIN] [CALL-ADMIN-LISTINGS] a page of listings of every status, the newest first, with what moderation knows', async () => {
  const page = await admin.api('GET /api/admin/listings', { query: { limit: 2 } })
  expect(page).toMatchObject({ total: 4, page: 1, totalPages: 2 })
  expect(page.items.map(({ id }) => id)).toEqual([ids.bike, ids.car])
  expect(await admin.api('GET /api/admin/listings', { query: { limit: 3 } })).toMatchObject({ totalPages: 2 })
  const second = await admin.api('GET /api/admin/listings', { query: { limit: 2, page: 2 } })
  expect(second.items.map(({ id }) => id)).toEqual([ids.sofa, ids.rice])
  expect(second.items[1]).toMatchObject({
    openReports: 1,
    hiddenByModerator: false,
    moderationReason: null,
    featuredUntil: null,
    deletedAt: null,
    seller: { id: ada.id, fullName: 'Ada Okafor' },
  })
  expect(await admin.api('GET /api/admin/listings', { query: { page: 9 } })).toMatchObject({
    items: [],
    total: 4,
  })
})

test.each<[Record<string, unknown>, string[]]>([
  [{ q: 'COOKER rice' }, ['Rice cooker']],
  [{ q: '100%' }, ['sofa bed 100%']],
  [{ q: 's_fa' }, []],
  [{ q: 'tokunbo' }, ['Toyota Corolla']],
  [{ q: 'bola' }, ['Bicycle', 'Toyota Corolla']],
  [{ q: 'ada@example.com' }, ['sofa bed 100%', 'Rice cooker']],
  [{ category: 3 }, ['Toyota Corolla']],
  [{ status: 'HIDDEN' }, ['Bicycle']],
  [{ status: 'SOLD', q: 'bola' }, []],
  [{ sort: 'createdAt:asc' }, ['Rice cooker', 'sofa bed 100%', 'Toyota Corolla', 'Bicycle']],
  [{ sort: 'price:asc' }, ['Bicycle', 'sofa bed 100%', 'Toyota Corolla', 'Rice cooker']],
  [{ sort: 'price:desc' }, ['Rice cooker', 'Toyota Corolla', 'sofa bed 100%', 'Bicycle']],
  [{ sort: 'title:asc' }, ['Bicycle', 'Rice cooker', 'sofa bed 100%', 'Toyota Corolla']],
  [{ sort: 'title:desc' }, ['Toyota Corolla', 'sofa bed 100%', 'Rice cooker', 'Bicycle']],
  [{ deleted: 'true', q: 'bola' }, ['Gone chair', 'Bicycle', 'Toyota Corolla']],
])('[ADMIN-LISTINGS] %j finds %j', async (query, found) => {
  expect(await titles(query)).toEqual(found)
})

test('[ADMIN-LISTINGS] #12 finds the listing with this id alone, not those that have the number in their text', async () => {
  const id = await insertListing(t, bola, {
    title: 'Fan',
    description: `A fan with ${ids.car} blades, which nobody has used since it was bought in Kano.`,
  })
  expect(await titles({ q: String(ids.car) })).toEqual(expect.arrayContaining(['Fan', 'Toyota Corolla']))
  expect(await titles({ q: `#${ids.car}` })).toEqual(['Toyota Corolla'])
  await t.db.deleteFrom('listings').where('id', '=', id).execute()
})

test('[ADMIN-LISTINGS] [CALL-ADMIN-LISTINGS] by the seller, by the id, and never with a page or an order that there is not', async () => {
  expect(await titles({ sellerId: ada.id })).toEqual(['sofa bed 100%', 'Rice cooker'])
  expect(await titles({ q: `#${ids.car}` })).toEqual(['Toyota Corolla'])
  for (const query of [{ limit: 101 }, { page: 0 }, { sort: 'price' }, { status: 'GONE' }, { category: 'x' }])
    await expect(titles(query as AdminListingQuery as Record<string, unknown>)).rejects.toMatchObject({
      status: 400,
    })
})

test('[ADMIN-USERS] [CALL-ADMIN-USERS] users, the newest first, by name, username, e-mail or id', async () => {
  const find = (q: string) => admin.api('GET /api/admin/users', { query: { q } })
  const [found] = await find('ADA okaf')
  expect(found).toEqual({
    id: ada.id,
    isLeaving: false,
    fullName: 'Ada Okafor',
    username: expect.any(String),
    email: 'ada@example.com',
    role: 'USER',
    isBanned: false,
    createdAt: expect.any(String),
    avatarUrl: null,
    ratingAvg: '0.00',
    ratingCount: 0,
    verifiedEmail: true,
    phoneVerifiedAt: null,
    activeListings: 1,
    openReports: 0,
    openListingReports: 1,
  })
  expect((await find(String(bola.id))).map(({ id }) => id)).toEqual([bola.id])
  expect((await find('ada@example')).map(({ id }) => id)).toEqual([ada.id])
  expect(await find('nobody at all')).toEqual([])
  const answer = await t.app.inject({ url: '/api/admin/users?limit=2', headers: { cookie: admin.cookie } })
  expect(answer.json()).toHaveLength(2)
  expect(Number(answer.headers['x-total-count'])).toBeGreaterThan(3)
})

test('[ADMIN-REPORTS] [ENTITY-REPORT] [CALL-ADMIN-REPORTS] reports with what they are about, the newest first, by status and words', async () => {
  await report(ada, 'LISTING', ids.rice ?? 0, 'Wrong price')
  await report(ada, 'USER', bola.id, 'Rude words')
  await report(ada, 'LISTING', ids.gone ?? 0, 'Stolen goods')
  await report(ada, 'LISTING', 999_999, 'About nothing')
  const all = await admin.api('GET /api/admin/reports', { query: {} })
  expect(all.map(({ reason }) => reason)).toEqual([
    'About nothing',
    'Stolen goods',
    'Rude words',
    'Wrong price',
    'Scam',
  ])
  expect(all[0]?.target).toBeNull()
  expect(all[1]).toMatchObject({ target: { label: 'Gone chair', state: 'DELETED' } })
  expect(all[2]).toMatchObject({
    targetType: 'USER',
    status: 'NEW',
    reporter: { id: ada.id, fullName: 'Ada Okafor' },
    target: {
      label: 'Bola Ade',
      picture: null,
      state: 'ACTIVE',
      owner: { id: bola.id, fullName: 'Bola Ade' },
    },
    openOnTarget: 1,
  })
  expect(all[4]).toMatchObject({
    openOnTarget: 2,
    target: { label: 'Rice cooker', picture: expect.stringContaining('/media/'), owner: { id: ada.id } },
  })
  const some = async (query: object) =>
    (await admin.api('GET /api/admin/reports', { query })).map(({ reason }) => reason)
  expect(await some({ q: 'rice' })).toEqual(['Wrong price', 'Scam'])
  expect(await some({ status: 'REVIEWED' })).toEqual([])
  expect(await some({ limit: 2, page: 2 })).toEqual(['Rude words', 'Wrong price'])
  const answer = await t.app.inject({
    url: '/api/admin/reports?q=rice&limit=1',
    headers: { cookie: admin.cookie },
  })
  expect(answer.headers['x-total-count']).toBe('2')
})
