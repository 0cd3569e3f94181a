import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertListing, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { deleteEndedDays } from './views.db.ts'
import { createViewCounter, slotsPerNetwork } from './views.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
  bola = await t.user()
})
afterAll(() => t.close())

const phone = 'Mozilla/5.0 (Linux; Android 13) Chrome/120 Mobile'
/** A listing of somebody else. */
const visited = (id: number) => ({ id, sellerId: 0, deletedAt: null })
const viewsOf = async (id: number) =>
  (await t.db.selectFrom('listings').select('views').where('id', '=', id).executeTakeFirstOrThrow()).views

test('[CALL-VIEW] a view counts once per visitor and day, not for the owner or bots', async () => {
  const own = await startTestApp()
  const seller = await own.user()
  const buyer = await own.user()
  const { id } = await publish(own, seller)
  const view = (userAgent: string, cookie?: string, remoteAddress = '10.0.0.1') =>
    own.app.inject({
      method: 'POST',
      url: `/api/listings/${id}/view`,
      headers: { 'user-agent': userAgent, ...(cookie ? { cookie } : {}) },
      remoteAddress,
    })
  for (let n = 0; n < 3; n += 1) expect((await view(phone)).statusCode).toBe(204)
  await view(phone, undefined, '10.0.0.2')
  await view(phone, buyer.cookie)
  await view('another browser', buyer.cookie)
  await view(phone, seller.cookie)
  await view('Mozilla/5.0 (compatible; Googlebot/2.1)')
  await view('WhatsApp/2.23')
  await view('')
  expect((await own.app.inject({ method: 'POST', url: '/api/listings/2000000000/view' })).statusCode).toBe(
    404,
  )
  // Closing writes what waits.
  await own.app.close()
  const { views } = await own.db
    .selectFrom('listings')
    .select('views')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(views).toBe(3)
  const seen = await own.db.selectFrom('listing_views').select('viewer').execute()
  expect(seen).toHaveLength(3)
  expect(JSON.stringify(seen)).not.toContain('10.0.0')
  await own.close()
})

test('[VIEW-SLOTS] other user agents or addresses of the same network do not add views', async () => {
  const shared = await insertListing(t, ada)
  const household = await insertListing(t, ada)
  const member = await insertListing(t, ada)
  const counter = createViewCounter(t.db)
  for (let n = 0; n < 40; n += 1) {
    const userAgent = `${phone} ${n}`
    await counter.record({ listing: visited(shared), userId: null, ip: '203.0.113.7', userAgent })
    await counter.record({ listing: visited(shared), userId: null, ip: '::ffff:203.0.113.7', userAgent })
    const ip = `2001:db8:1:2:${n.toString(16)}::1`
    await counter.record({ listing: visited(household), userId: null, ip, userAgent })
    await counter.record({ listing: visited(member), userId: bola.id, ip, userAgent })
  }
  await counter.record({ listing: visited(household), userId: null, ip: '2001:db8:1:3::1', userAgent: phone })
  await counter.flush()
  // Behind an address of a mobile network are many visitors.
  expect(await viewsOf(shared)).toBeGreaterThan(1)
  expect(await viewsOf(shared)).toBeLessThanOrEqual(slotsPerNetwork.shared)
  expect(await viewsOf(household)).toBe(2)
  expect(await viewsOf(member)).toBe(1)
})

test('[VIEW-BATCH] views are written in batches and counted once, also by two servers at once', async () => {
  const id = await insertListing(t, ada)
  const other = await insertListing(t, ada)
  const [one, two] = [createViewCounter(t.db), createViewCounter(t.db)]
  for (const counter of [one, two])
    for (const listingId of counter === one ? [id, other] : [other, id])
      for (let n = 0; n < 50; n += 1)
        await counter.record({
          listing: visited(listingId),
          userId: null,
          ip: `10.0.0.${n}`,
          userAgent: phone,
        })
  expect(await viewsOf(id)).toBe(0)
  await Promise.all([one.flush(), two.flush()])
  expect(await viewsOf(id)).toBe(50)
  expect(await viewsOf(other)).toBe(50)
  await one.flush()
  expect(await viewsOf(id)).toBe(50)
})

test('[VIEW-DAY] the next day counts again, with a salt of its own', async () => {
  const id = await insertListing(t, ada)
  const visit = { listing: visited(id), userId: bola.id, ip: '10.0.0.1', userAgent: phone }
  let now = new Date('2026-05-01T22:00:00Z')
  const counter = createViewCounter(t.db, () => now)
  await counter.record(visit)
  await counter.record({ ...visit, userId: null })
  await counter.flush()
  expect(await viewsOf(id)).toBe(2)
  // 23:30 UTC is the next day in Nigeria.
  now = new Date('2026-05-01T23:30:00Z')
  // Its first visitor does not wait until the hashes of the day before are deleted.
  await sql`alter table listing_views rename to away`.execute(t.db)
  await counter.record(visit)
  await sql`alter table away rename to listing_views`.execute(t.db)
  await counter.record({ ...visit, userId: null })
  await counter.flush()
  expect(await viewsOf(id)).toBe(4)
  const salts = await t.db
    .selectFrom('visitor_salts')
    .select('day')
    .where('day', '<', new Date('2026-05-02'))
    .execute()
  expect(salts).toEqual([])
})

test('[VIEW-DAY] the hashes of a day that is over are deleted without another view', async () => {
  const id = await insertListing(t, ada)
  const counter = createViewCounter(t.db, () => new Date('2026-05-03T12:00:00Z'))
  await counter.record({ listing: visited(id), userId: bola.id, ip: '10.0.0.1', userAgent: phone })
  await counter.flush()
  await deleteEndedDays(t.db)
  const ended = new Date('2026-05-04')
  for (const table of ['visitor_salts', 'listing_views'] as const)
    expect(await t.db.selectFrom(table).select('day').where('day', '<', ended).execute()).toEqual([])
  expect(await viewsOf(id)).toBe(1)
})

test('[VIEW-BATCH] views that the database did not take wait for the next flush, and those of one day add up', async () => {
  const id = await insertListing(t, ada)
  const counter = createViewCounter(t.db)
  const view = (userId: number) =>
    counter.record({ listing: visited(id), userId, ip: '10.0.0.1', userAgent: phone })
  const without = async (table: string, act: () => Promise<void>) => {
    await sql`alter table ${sql.table(table)} rename to away`.execute(t.db)
    await expect(act()).rejects.toThrow('does not exist')
    await sql`alter table away rename to ${sql.table(table)}`.execute(t.db)
  }
  await without('visitor_salts', () => view(1))
  await view(1)
  await without('listing_views', counter.flush)
  await view(2)
  await counter.flush()
  expect(await viewsOf(id)).toBe(2)
  await view(3)
  await counter.flush()
  const days = await t.db
    .selectFrom('listing_day_views')
    .select('views')
    .where('listing_id', '=', id)
    .execute()
  expect(days).toEqual([{ views: 3 }])
})

test('[VIEW-BATCH] views of a deleted listing do no harm, and do not count', async () => {
  const id = await insertListing(t, ada)
  const counter = createViewCounter(t.db)
  const visit = { userId: bola.id, ip: '10.0.0.1', userAgent: phone }
  await counter.record({ ...visit, listing: { ...visited(id), deletedAt: new Date() } })
  await counter.flush()
  expect(await viewsOf(id)).toBe(0)
  await counter.record({ ...visit, listing: visited(id) })
  await t.db.deleteFrom('listings').where('id', '=', id).execute()
  await counter.flush()
})
