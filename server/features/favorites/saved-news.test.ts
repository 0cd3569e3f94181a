import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyFollowers } from '#server/features/follows/follows.public.ts'
import { insertCrowd } from '#tests/support/crowd.ts'
import { notifySaversAndFollowers } from '#tests/support/listing-news.ts'
import { publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { notifyOfDelayedDrops } from './saved-news.service.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const naira = 100
const save = (who: TestUser, listingId: number) => who.api('POST /api/favorites', { body: { listingId } })
const edit = (seller: TestUser, id: number, body: object) =>
  seller.api('PATCH /api/listings/:id', { params: { id }, body })
/** Changes a listing, and tells of it. */
const change = async (seller: TestUser, id: number, body: object) => {
  await edit(seller, id, body)
  await notifySaversAndFollowers(t)
}
const notificationsOf = (who: { id: number }) =>
  t.db
    .selectFrom('notifications')
    .select(['kind', 'subject_id', 'listing_id', 'price_before', 'price_after', 'count'])
    .where('user_id', '=', who.id)
    .orderBy('id')
    .execute()
const read = (who: TestUser) =>
  t.db.updateTable('notifications').set({ read_at: new Date() }).where('user_id', '=', who.id).execute()
const dayLater = (who: TestUser) =>
  t.db
    .updateTable('favorites')
    .set({ told_at: sql`told_at - interval '24 hours'` })
    .where('user_id', '=', who.id)
    .execute()

test('[NEWS-CHEAPER] a saver is notified of a drop below the price that they know, grouped until read, then once a day; none is lost', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const { id } = await publish(t, seller, { price: 100_000 * naira })
  await save(ada, id)
  await save(seller, id)
  // Less than a hundredth; then up and down again.
  await change(seller, id, { price: 99_001 * naira })
  await change(seller, id, { price: 150_000 * naira })
  await change(seller, id, { price: 100_000 * naira })
  expect(await notificationsOf(ada)).toEqual([])

  await change(seller, id, { price: 95_000 * naira })
  await edit(seller, id, { price: 92_000 * naira })
  await change(seller, id, { price: 90_000 * naira })
  const first = {
    kind: 'CHEAPER',
    subject_id: id,
    listing_id: id,
    price_before: 100_000 * naira,
    price_after: 90_000 * naira,
    count: 2,
  }
  expect(await notificationsOf(ada)).toEqual([first])
  await read(ada)

  await change(seller, id, { price: 80_000 * naira })
  await change(seller, id, { price: 70_000 * naira })
  await notifyOfDelayedDrops(t)
  expect(await notificationsOf(ada)).toEqual([first])
  await dayLater(ada)
  await Promise.all([notifyOfDelayedDrops(t), notifyOfDelayedDrops(t)])
  const second = { ...first, price_before: 90_000 * naira, price_after: 70_000 * naira, count: 1 }
  expect(await notificationsOf(ada)).toEqual([first, second])
  await read(ada)

  // A drop that was taken back meanwhile is no news.
  await change(seller, id, { price: 60_000 * naira })
  await change(seller, id, { price: 75_000 * naira })
  await dayLater(ada)
  await notifyOfDelayedDrops(t)
  expect(await notificationsOf(ada)).toHaveLength(2)
  expect(await notificationsOf(seller)).toEqual([])
  // Nor is it looked at again.
  const { drop_waits } = await t.db
    .selectFrom('favorites')
    .select('drop_waits')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  expect(drop_waits).toBe(false)
})

test('[NEWS-CHEAPER] when the day of many drops comes, each of their savers is told in one run', async () => {
  const seller = await t.user()
  const { id } = await publish(t, seller, { price: 50_000 * naira })
  const crowd = await insertCrowd(t, 5001)
  await sql`insert into favorites (user_id, listing_id, known_price, told_at, drop_waits)
    select unnest(${crowd}::int[]), ${id}, ${90_000 * naira}, now() - interval '25 hours', true`.execute(t.db)
  // Nobody of a whole batch is told: the price that they know is lower.
  await sql`insert into favorites (user_id, listing_id, known_price, told_at, drop_waits)
    select unnest(${await insertCrowd(t, 5000)}::int[]), ${id}, ${40_000 * naira}, now() - interval '26 hours', true`.execute(
    t.db,
  )
  await notifyOfDelayedDrops(t)
  const { count } = await t.db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('listing_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(crowd.length)
})

test('[NEWS-CHEAPER] a drop of less than ₦100 is no news, and a price saved by an earlier version is the one before the drop', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const { id } = await publish(t, seller, { price: 500 * naira })
  await save(ada, id)
  await t.db.updateTable('favorites').set({ known_price: null }).where('user_id', '=', ada.id).execute()
  await change(seller, id, { price: 401 * naira })
  expect(await notificationsOf(ada)).toEqual([])
  // ₦100 are enough.
  await change(seller, id, { price: 301 * naira })
  expect(await notificationsOf(ada)).toMatchObject([{ price_before: 401 * naira, price_after: 301 * naira }])
  // Of two drops before the news are told, the first has the price that the saver saw.
  const { id: other } = await publish(t, seller, { title: 'Kettle', price: 500 * naira })
  await save(ada, other)
  await t.db.updateTable('favorites').set({ known_price: null }).where('listing_id', '=', other).execute()
  await t.db.deleteFrom('listing_news').execute()
  await edit(seller, other, { price: 420 * naira })
  await change(seller, other, { price: 350 * naira })
  expect((await notificationsOf(ada))[1]).toMatchObject({
    price_before: 500 * naira,
    price_after: 350 * naira,
  })
})

test('[NEWS-CHEAPER] a drop of a listing that is hidden is told when it is public again, if it still is one', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const { id } = await publish(t, seller, { price: 100_000 * naira })
  await save(ada, id)
  await change(seller, id, { status: 'HIDDEN' })
  await change(seller, id, { price: 80_000 * naira })
  expect(await notificationsOf(ada)).toEqual([])
  await change(seller, id, { status: 'ACTIVE' })
  const first = { kind: 'CHEAPER', price_before: 100_000 * naira, price_after: 80_000 * naira, count: 1 }
  expect(await notificationsOf(ada)).toMatchObject([first])
  await change(seller, id, { status: 'HIDDEN' })
  await change(seller, id, { status: 'ACTIVE' })
  expect(await notificationsOf(ada)).toMatchObject([first])

  // A drop that waits for its day while the listing is hidden.
  await read(ada)
  await change(seller, id, { price: 70_000 * naira })
  await change(seller, id, { status: 'HIDDEN' })
  await dayLater(ada)
  await notifyOfDelayedDrops(t)
  expect(await notificationsOf(ada)).toHaveLength(1)
  await change(seller, id, { status: 'ACTIVE' })
  const second = { ...first, price_before: 80_000 * naira, price_after: 70_000 * naira }
  expect(await notificationsOf(ada)).toMatchObject([first, second])
})

test('[NEWS-SOLD] savers are notified that a listing is sold or for sale again; not its buyer, the blocked, the closed, or of what is gone', async () => {
  const seller = await t.user()
  const [ada, buyer, blocked, blocking, banned] = [
    await t.user(),
    await t.user(),
    await t.user(),
    await t.user(),
    await t.user(),
  ]
  const everybody = [ada, buyer, blocked, blocking, banned]
  const { id } = await publish(t, seller)
  for (const who of [seller, ...everybody]) await save(who, id)
  await seller.api('POST /api/blocks', { body: { userId: blocked.id } })
  await blocking.api('POST /api/blocks', { body: { userId: seller.id } })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  const { id: threadId } = await buyer.api('POST /api/threads', { body: { listingId: id } })
  const now = new Date()
  await t.db
    .insertInto('deals')
    .values({
      thread_id: threadId,
      listing_id: id,
      seller_id: seller.id,
      buyer_id: buyer.id,
      proposed_by: buyer.id,
      price: 1,
      place: 'Ikeja City Mall',
      state: 'Lagos',
      lga: 'Ikeja',
      meets_at: now,
      status: 'COMPLETED',
      paid_at: now,
      ended_at: now,
      reserves: false,
    })
    .execute()

  await change(seller, id, { status: 'SOLD' })
  expect((await notificationsOf(ada)).map(({ kind }) => kind)).toEqual(['SOLD'])
  await change(seller, id, { status: 'ACTIVE' })
  expect(await notificationsOf(ada)).toMatchObject([
    { kind: 'SOLD', subject_id: id },
    { kind: 'AVAILABLE', subject_id: id },
  ])
  for (const who of [seller, buyer, blocked, blocking, banned])
    expect((await notificationsOf(who)).filter(({ kind }) => kind !== 'MESSAGE' && kind !== 'DEAL')).toEqual(
      [],
    )

  // News that no longer holds: sold and back at once, or deleted.
  await edit(seller, id, { status: 'SOLD' })
  await edit(seller, id, { status: 'ACTIVE' })
  await notifySaversAndFollowers(t)
  expect(await notificationsOf(ada)).toMatchObject([
    { kind: 'SOLD', count: 1 },
    { kind: 'AVAILABLE', count: 1 },
  ])
  await edit(seller, id, { status: 'SOLD' })
  await seller.api('DELETE /api/listings/:id', { params: { id } })
  await notifySaversAndFollowers(t)
  expect(await notificationsOf(ada)).toMatchObject([{ count: 1 }, { count: 1 }])
})

test('[NEWS-SOLD] a listing that its seller turns back and forth tells a saver of each state once a day', async () => {
  const [seller, ada, late] = [await t.user(), await t.user(), await t.user()]
  const { id } = await publish(t, seller)
  await save(ada, id)
  const backAndForth = async () => {
    await change(seller, id, { status: 'SOLD' })
    await change(seller, id, { status: 'ACTIVE' })
    await read(ada)
  }
  const kinds = async (who: TestUser) => (await notificationsOf(who)).map(({ kind }) => kind)
  await backAndForth()
  await backAndForth()
  expect(await kinds(ada)).toEqual(['SOLD', 'AVAILABLE'])
  // Others are told, and the next day she is again.
  await save(late, id)
  await t.db
    .updateTable('notifications')
    .set({ happened_at: sql`happened_at - interval '24 hours'` })
    .where('user_id', '=', ada.id)
    .execute()
  await backAndForth()
  expect(await kinds(ada)).toEqual(['SOLD', 'AVAILABLE', 'SOLD', 'AVAILABLE'])
  expect(await kinds(late)).toEqual(['SOLD', 'AVAILABLE'])
})

test('[NEWS-SOLD] a saver is told of a sale also of a hidden listing, but not again where a sold one is hidden for a while', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const { id } = await publish(t, seller)
  await save(ada, id)
  await change(seller, id, { status: 'HIDDEN' })
  await change(seller, id, { status: 'SOLD' })
  expect(await notificationsOf(ada)).toMatchObject([{ kind: 'SOLD', count: 1 }])
  await t.db
    .updateTable('notifications')
    .set({ happened_at: sql`happened_at - interval '24 hours'` })
    .where('user_id', '=', ada.id)
    .execute()
  await change(seller, id, { status: 'HIDDEN' })
  await change(seller, id, { status: 'SOLD' })
  expect(await notificationsOf(ada)).toMatchObject([{ kind: 'SOLD', count: 1 }])
})

test('[NEWS-SOLD] the buyer whom the seller named is asked for a review, and not told that it is sold; one who was named by mistake is told', async () => {
  const [seller, mistaken, buyer] = [await t.user(), await t.user(), await t.user()]
  const { id } = await publish(t, seller)
  for (const who of [mistaken, buyer]) {
    await save(who, id)
    const { id: threadId } = await who.api('POST /api/threads', { body: { listingId: id } })
    await who.api('POST /api/threads/:id/messages', {
      params: { id: threadId },
      body: { body: 'Can I pick it up today?' },
    })
    await seller.api('POST /api/listings/:id/sale', { params: { id }, body: { buyerId: who.id } })
  }
  await notifySaversAndFollowers(t)
  expect((await notificationsOf(buyer)).map(({ kind }) => kind)).toEqual(['REVIEW_ASK'])
  expect((await notificationsOf(mistaken)).map(({ kind }) => kind)).toEqual(['REVIEW_ASK', 'SOLD'])
})

test('[NEWS-FOLLOWED] followers are notified of each new listing once, as one notification; 10,000 of them too', async () => {
  const [seller, ada, late] = [await t.user({ fullName: 'Sade Seller' }), await t.user(), await t.user()]
  const follow = (who: TestUser) => who.api('POST /api/follows', { body: { sellerId: seller.id } })
  await follow(ada)
  const first = await publish(t, seller)
  await notifySaversAndFollowers(t)
  await change(seller, first.id, { status: 'HIDDEN' })
  await change(seller, first.id, { status: 'ACTIVE' })
  await change(seller, first.id, { title: 'Tecno Spark 20, very clean' })
  const followed = { kind: 'FOLLOWED', subject_id: seller.id, listing_id: first.id, count: 1 }
  expect(await notificationsOf(ada)).toMatchObject([followed])
  await follow(late)
  await change(seller, first.id, { status: 'HIDDEN' })
  await change(seller, first.id, { status: 'ACTIVE' })
  expect(await notificationsOf(late)).toEqual([])

  // Hidden before it could be told, it is new when it is shown.
  const shy = await publish(t, seller)
  await change(seller, shy.id, { status: 'HIDDEN' })
  expect(await notificationsOf(late)).toEqual([])
  await change(seller, shy.id, { status: 'ACTIVE' })
  expect(await notificationsOf(late)).toMatchObject([{ kind: 'FOLLOWED', listing_id: shy.id, count: 1 }])
  for (const who of [ada, late]) await read(who)

  const crowd = await insertCrowd(t, 10_000)
  await sql`insert into follows (follower_id, seller_id)
    select unnest(${crowd}::int[]), ${seller.id}`.execute(t.db)
  await t.db
    .updateTable('users')
    .set({ banned_at: new Date() })
    .where('id', '=', crowd[0] ?? 0)
    .execute()
  const [second, third] = [await publish(t, seller), await publish(t, seller)]
  await notifySaversAndFollowers(t)
  expect(await notificationsOf(ada)).toMatchObject([{ count: 2 }, { listing_id: third.id, count: 2 }])
  expect(await notificationsOf(late)).toMatchObject([{ count: 1 }, { count: 2 }])
  const counts = await t.db
    .selectFrom('notifications')
    .select(({ fn }) => ['count', fn.countAll<number>().as('people')])
    .where('user_id', '>=', crowd[0] ?? 0)
    .where('user_id', '<=', crowd.at(-1) ?? 0)
    .groupBy('count')
    .execute()
  expect(counts).toEqual([{ count: 2, people: 9_999 }])

  // The same news once more, from a process that was killed before it deleted them: nobody is notified twice.
  const again = [{ listingId: second.id, what: 'PUBLISHED' }]
  await t.db.transaction().execute((tx) => notifyFollowers({ tx, jobs: t.jobs }, again))
  expect(await notificationsOf(ada)).toMatchObject([{ count: 2 }, { count: 2 }])
})
