import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { insertDeal } from '#tests/support/deals.ts'
import { insertListing, insertSimilar, publish } from '#tests/support/listings.ts'
import { insertReport } from '#tests/support/reports.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const hour = 3600
const trustOf = (user: TestUser, listing?: number, as = t.visitor) =>
  as('GET /api/users/:id/trust', { params: { id: user.id }, query: { listing } })
const notFound = { status: 404 }

/** A conversation that a buyer began `hoursAgo`, and that the seller answered so many seconds later, or not at all. */
async function converse(seller: TestUser, listingId: number, hoursAgo: number, answeredAfter: number | null) {
  const buyer = await t.user()
  const began = new Date(Date.now() - hoursAgo * hour * 1000)
  const thread = await insertThread(t, seller, buyer, { listing_id: listingId, last_message_at: began })
  const say = (from: TestUser, seconds: number) =>
    insertMessage(t, thread, from, { created_at: new Date(began.getTime() + seconds * 1000) })
  await say(buyer, 0)
  await say(buyer, 30)
  if (answeredAfter !== null) {
    await say(seller, answeredAfter)
    await say(seller, answeredAfter + hour)
  }
  return { buyer, threadId: thread.id }
}

test('[TRUST-NEW] a new account has facts without figures; nothing private is among them', async () => {
  const ada = await t.user({ email: 'ada@example.com' })
  const trust = await trustOf(ada)
  expect(trust).toEqual({
    userId: ada.id,
    memberSince: expect.any(String),
    emailVerifiedAt: expect.any(String),
    phoneVerifiedAt: null,
    answers: null,
    completedDeals: { sold: 0, bought: 0, people: 0, lastAt: null },
    reviews: { count: 0, afterDeals: 0, average: '0.00', lastAt: null },
    listings: { active: 0, sold: 0, lastAt: null },
    upheldReports: { count: 0, lastAt: null },
    listing: null,
  })
})

test('[TRUST-ANSWERS] the median time to the first answer is shown from ten conversations; a seller who never answers has none', async () => {
  const seller = await t.user()
  const about = await insertListing(t, seller)
  for (let minutes = 1; minutes <= 9; minutes += 1) await converse(seller, about, 48, minutes * 60)
  // Not due yet, by a banned buyer, by a blocked one: these do not count.
  await converse(seller, about, 1, null)
  const banned = await converse(seller, about, 48, null)
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.buyer.id).execute()
  const blocked = await converse(seller, about, 48, null)
  await seller.api('POST /api/blocks', { body: { userId: blocked.buyer.id } })
  expect((await trustOf(seller)).answers).toBeNull()

  await converse(seller, about, 48, null)
  expect((await trustOf(seller)).answers).toEqual({ conversations: 10, answered: 9, medianSeconds: 300 })
  // An answer counts at once.
  await converse(seller, about, 1, 300)
  expect((await trustOf(seller)).answers).toEqual({ conversations: 11, answered: 10, medianSeconds: 300 })
  for (let more = 0; more < 10; more += 1) await converse(seller, about, 48, null)
  expect((await trustOf(seller)).answers).toEqual({ conversations: 21, answered: 10, medianSeconds: null })
})

test('[TRUST-ANSWERS] of many conversations only the last ones count', async () => {
  const seller = await t.user()
  const about = await insertListing(t, seller)
  const { lookedAt } = limits.trust.answers
  await converse(seller, about, 72, null)
  await sql`with buyers as (
      insert into users (email, username, full_name, phone, password_hash, email_verified_at)
      select 'many' || n || '@example.com', 'many_' || n, 'Many', '+23490' || 10000000 + n, 'no password', now()
      from generate_series(1, ${lookedAt}) as n returning id
    ), talks as (
      insert into threads (listing_id, seller_id, buyer_id, last_message_at)
      select ${about}, ${seller.id}, id, now() - interval '2 days' from buyers returning id, buyer_id
    )
    insert into messages (thread_id, sender_id, recipient_id, client_id, body, created_at)
    select id, buyer_id, ${seller.id}, 'asked', 'Is it there?', now() - interval '2 days' from talks
    union all select id, ${seller.id}, buyer_id, 'answered', 'Yes.', now() - interval '2 days' + interval '1 minute' from talks
    order by 4 desc`.execute(t.db)
  expect((await trustOf(seller)).answers).toEqual({
    conversations: lookedAt,
    answered: lookedAt,
    medianSeconds: 60,
  })
})

test('[TRUST-DEALS] completed deals are counted on both sides, with the number of different people', async () => {
  const [seller, shop] = [await t.user(), await t.user()]
  const about = await insertListing(t, shop)
  const buyer = await t.user()
  await insertDeal(t, seller, buyer)
  await insertDeal(t, seller, buyer)
  await insertDeal(t, seller, buyer, 'CANCELLED')
  await insertDeal(t, shop, seller)
  expect(await trustOf(seller)).toMatchObject({
    completedDeals: { sold: 2, bought: 1, people: 2, lastAt: '2026-05-03T12:00:00.000Z' },
    listings: { active: 3, sold: 0 },
  })
  expect((await trustOf(shop, about)).completedDeals).toMatchObject({ sold: 1, bought: 0 })
  const review = (by: TestUser, proof: 'BOUGHT' | null) =>
    t.db.insertInto('reviews').values({ user_id: seller.id, reviewer_id: by.id, stars: 5, proof }).execute()
  await review(buyer, 'BOUGHT')
  await review(shop, null)
  expect((await trustOf(seller)).reviews).toMatchObject({ count: 2, afterDeals: 1, average: '5.00' })
  // With one of them also the other way round; and what a banned account wrote does not count.
  await insertDeal(t, buyer, seller)
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', buyer.id).execute()
  expect(await trustOf(seller)).toMatchObject({
    completedDeals: { sold: 2, bought: 2, people: 2 },
    reviews: { count: 1, afterDeals: 0 },
  })
})

test('[TRUST-PRICE] the last listing is the last one that others see', async () => {
  const seller = await t.user()
  const created_at = new Date('2026-05-01T10:00:00Z')
  await insertListing(t, seller, { created_at })
  await insertListing(t, seller, { status: 'HIDDEN' })
  await insertListing(t, seller, { deleted_at: new Date() })
  expect((await trustOf(seller)).listings).toEqual({ active: 1, sold: 0, lastAt: created_at.toISOString() })
})

test('[TRUST-PRICE] the facts of a listing have its publication time and each change of its price', async () => {
  const seller = await t.user()
  const listing = await publish(t, seller, { price: 12_000_000 })
  const change = (body: { price?: number; title?: string }) =>
    seller.api('PATCH /api/listings/:id', { params: { id: listing.id }, body })
  expect((await trustOf(seller, listing.id)).listing).toMatchObject({
    id: listing.id,
    status: 'ACTIVE',
    upSince: listing.createdAt,
    price: 12_000_000,
    priceChanges: 0,
    lastPriceChanges: [],
  })
  await change({ title: 'Tecno Spark 20, nearly new', price: 12_000_000 })
  await change({ price: 13_000_000 })
  await change({ price: 10_000_000 })
  const at = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/)
  expect((await trustOf(seller, listing.id)).listing).toMatchObject({
    price: 10_000_000,
    priceChanges: 2,
    lastPriceChanges: [
      { from: 13_000_000, to: 10_000_000, at },
      { from: 12_000_000, to: 13_000_000, at },
    ],
  })
})

test('[TRUST-PRICE-GUIDE] the facts of a listing have the range of similar ones, and whether it asks far less', async () => {
  await insertSimilar(t, () => ({ title: 'Honda generator 5 kva', price: 40_000_000 }))
  const seller = await t.user()
  const listing = await insertListing(t, seller, { title: 'Honda generator 5 kva', price: 9_000_000 })
  expect((await trustOf(seller, listing)).listing?.priceGuide).toEqual({
    count: 8,
    low: 40_000_000,
    high: 40_000_000,
    farBelow: true,
  })
})

test('[TRUST-REPORTS] only reports that a moderator upheld in the last 12 months count, and none that an appeal took back', async () => {
  const [seller, admin, other] = [
    await t.user(),
    await t.user({ role: 'ADMIN' }),
    await t.user({ role: 'ADMIN' }),
  ]
  const listing = await insertListing(t, seller)
  const hidden = await insertListing(t, seller)
  const report = async (targetType: 'USER' | 'LISTING', targetId: number) => {
    const by = await t.user()
    const { id } = await by.api('POST /api/reports', { body: { targetType, targetId, reason: 'Scam' } })
    return id
  }
  const close = (id: number, status: 'REVIEWED' | 'ACTIONED') =>
    admin.api('PATCH /api/admin/reports/:id', { params: { id }, body: { status } })
  await report('USER', seller.id)
  await close(await report('LISTING', listing), 'REVIEWED')
  expect((await trustOf(seller)).upheldReports.count).toBe(0)

  await close(await report('LISTING', listing), 'ACTIONED')
  await close(await report('LISTING', listing), 'ACTIONED')
  const old = await report('USER', seller.id)
  await close(old, 'ACTIONED')
  expect((await trustOf(seller)).upheldReports).toEqual({ count: 2, lastAt: expect.any(String) })
  await t.db
    .updateTable('reports')
    .set({
      created_at: sql<Date>`now() - interval '13 months'`,
      closed_at: sql<Date>`now() - interval '13 months'`,
    })
    .where('id', '=', old)
    .execute()
  expect((await trustOf(seller)).upheldReports.count).toBe(1)

  const reported = await report('LISTING', hidden)
  await admin.api('PATCH /api/admin/listings/:id', {
    params: { id: hidden },
    body: { status: 'HIDDEN', reason: 'It looks stolen.' },
  })
  await close(reported, 'ACTIONED')
  expect((await trustOf(seller)).upheldReports.count).toBe(2)
  const [decision] = await seller.api('GET /api/decisions')
  await seller.api('POST /api/appeals', {
    query: { token: decision?.token ?? '' },
    body: { text: 'I have the receipt.' },
  })
  const [appeal] = await other.api('GET /api/admin/appeals', { query: {} })
  await other.api('PATCH /api/admin/appeals/:id', {
    params: { id: appeal?.id ?? 0 },
    body: { outcome: 'OVERTURNED', answer: 'The receipt is good.' },
  })
  expect((await trustOf(seller)).upheldReports.count).toBe(1)
})

test('[TRUST-REPORTS] decisions about one target count once for each day in Nigeria', async () => {
  const seller = await t.user()
  const about = { targetType: 'USER', targetId: seller.id } as const
  const midnight = Math.floor(Date.now() / (24 * hour * 1000) - 2) * 24 * hour * 1000
  /** Closes a report so many hours after a midnight of UTC, when it is one o'clock in Lagos. */
  const close = async (hours: number) =>
    t.db
      .updateTable('reports')
      .set({ status: 'ACTIONED', closed_at: new Date(midnight + hours * hour * 1000) })
      .where('id', '=', await insertReport(t, about, 'Scam', { minutes: 5 * 24 * 60 }))
      .execute()
  await close(-0.5)
  await close(0.5)
  expect((await trustOf(seller)).upheldReports.count).toBe(1)
  await close(-1.5)
  expect((await trustOf(seller)).upheldReports.count).toBe(2)
})

test('[TRUST-VISIBLE] accounts without a public profile, and listings that the viewer may not see or that are of others, answer 404', async () => {
  const [seller, other, admin] = [await t.user(), await t.user(), await t.user({ role: 'ADMIN' })]
  const listing = await insertListing(t, seller)
  await expect(trustOf(other, listing)).rejects.toMatchObject(notFound)
  await t.db.updateTable('listings').set({ status: 'HIDDEN' }).where('id', '=', listing).execute()
  await expect(trustOf(seller, listing)).rejects.toMatchObject(notFound)
  expect((await trustOf(seller, listing, seller.api)).listing).toMatchObject({ status: 'HIDDEN' })
  await seller.api('DELETE /api/listings/:id', { params: { id: listing } })
  await expect(trustOf(seller, listing, seller.api)).rejects.toMatchObject(notFound)

  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', seller.id).execute()
  await expect(trustOf(seller)).rejects.toMatchObject(notFound)
  expect(await trustOf(seller, undefined, admin.api)).toMatchObject({ userId: seller.id })
})
