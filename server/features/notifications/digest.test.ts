import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsubscribeToken } from '#server/core/mail/signed-links.ts'
import { insertCrowd } from '#tests/support/crowd.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { sendDigests } from './digest.service.ts'
import { notify } from './notify.ts'

let t: TestApp
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
})
afterAll(() => {
  order.stop()
  return t.close()
})

const naira = 100
/** A time of a day in May 2031, in Lagos. */
const lagos = (day: number, hour: number, minute = 0) => new Date(Date.UTC(2031, 4, day, hour - 1, minute))
const digest = (now: Date) => sendDigests(t, now)

interface News {
  kind: 'CHEAPER' | 'SOLD' | 'FOLLOWED' | 'SEARCH' | 'QUESTION'
  listingId: number
  subjectId?: number
  detail?: string
  at: Date
}
/** Notifies somebody of something that happened at a time. */
async function insertNotification(
  who: TestUser,
  { kind, listingId, subjectId = listingId, detail, at }: News,
) {
  const { seller_id } = await t.db
    .selectFrom('listings')
    .select('seller_id')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  const prices = kind === 'CHEAPER' ? { priceBefore: 150_000 * naira, priceAfter: 125_000 * naira } : {}
  await t.db.transaction().execute(async (tx) => {
    const notification = { userId: who.id, kind, subjectId, listingId, actorId: seller_id, ...prices }
    const ids = await notify({ tx, jobs: t.jobs }, [{ ...notification, ...(detail ? { detail } : {}) }])
    const since = sql<Date>`case when count = digested_count + 1 then ${at}::timestamptz else news_since end`
    await tx
      .updateTable('notifications')
      .set({ happened_at: at, news_since: since })
      .where('id', 'in', ids)
      .execute()
  })
}

test('[DIGEST-MAIL] a mail at the hour that one chose has the unread news by topic, with listings and a way out of each', async () => {
  const [seller, ada] = [await t.user({ fullName: 'Sade Seller' }), await t.user({ fullName: 'Ada Obi' })]
  const listings = []
  for (let number = 0; number < 14; number += 1)
    listings.push(await insertListing(t, seller, { title: `Standing fan ${number}` }))
  const [cheaper = 0, fresh = 0, ...others] = listings
  await insertNotification(ada, { kind: 'CHEAPER', listingId: cheaper, at: lagos(5, 21) })
  for (const listingId of others) await insertNotification(ada, { kind: 'SOLD', listingId, at: lagos(5, 20) })
  await insertNotification(ada, {
    kind: 'FOLLOWED',
    subjectId: seller.id,
    listingId: fresh,
    at: lagos(5, 22),
  })
  await insertNotification(ada, { kind: 'QUESTION', listingId: fresh, at: lagos(5, 22) })
  await ada.api('PATCH /api/settings/notifications', { body: { digestHour: 19 } })

  expect(await digest(lagos(6, 18, 50))).toBe(0)
  expect(await digest(lagos(6, 19))).toBe(1)
  const [mail] = await t.mails(ada.email)
  expect(mail?.subject).toBe('Sade Seller sells something new, and 13 more')
  expect(mail?.text).toMatch(
    /Listings that you saved\n\nCheaper: “Standing fan 0”\. ₦125,000 instead of ₦150,000\.[\s\S]*Sellers whom you follow\n\nSade Seller sells something new\./,
  )
  expect(mail?.text).toContain('There are 2 more on Oja.')
  expect(mail?.text).toContain('Turn off mails about saved listings:')
  expect(mail?.text).toContain('Turn off mails about sellers you follow:')
  expect(mail?.text).not.toContain('Turn off mails about saved searches:')
  const token = await unsubscribeToken(t.env, { userId: ada.id, kind: 'digest' })
  const raw = mail?.raw.replace(/\r\n[ \t]/g, '') ?? ''
  expect(/^List-Unsubscribe: <[^>]*token=(.*)>$/m.exec(raw)?.[1]).toBe(token)

  // One click ends the daily mail, and no other.
  expect(await t.visitor('POST /api/unsubscribe', { query: { token } })).toEqual({ turnedOff: 'digest' })
  expect((await ada.api('GET /api/settings')).notifications).toMatchObject({
    ...{ messages: true, questions: true, reviews: true, reports: true },
    ...{ searches: false, saved: false, follows: false },
  })
  await insertNotification(ada, { kind: 'CHEAPER', listingId: cheaper, at: lagos(6, 20) })
  expect(await digest(lagos(7, 20))).toBe(0)
})

test('[DIGEST-ONCE] each news is in one mail, at most one mail a day, late if the server was down, whatever its clock does', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const { id } = await publish(t, seller)
  const cheaper = (at: Date) => insertNotification(ada, { kind: 'CHEAPER', listingId: id, at })
  const mails = async () => (await t.mails(ada.email)).length

  await cheaper(lagos(10, 7))
  // Two servers at once, after hours without one; then a clock that goes back, and on.
  const sent = await Promise.all([digest(lagos(10, 15)), digest(lagos(10, 15))])
  expect(sent.sort()).toEqual([0, 1])
  for (const now of [lagos(10, 15, 10), lagos(10, 7), lagos(9, 23), lagos(10, 16), lagos(11, 9)])
    expect(await digest(now)).toBe(0)
  expect(await mails()).toBe(1)

  // News from after the hour wait for the next day; what was read, or is not for the reader any more, is no news.
  await cheaper(lagos(12, 9))
  expect(await digest(lagos(12, 10))).toBe(0)
  expect(await digest(lagos(13, 7, 50))).toBe(0)
  expect(await digest(lagos(13, 8))).toBe(1)
  await cheaper(lagos(13, 9))
  await t.db.updateTable('notifications').set({ read_at: new Date() }).where('user_id', '=', ada.id).execute()
  expect(await digest(lagos(14, 9))).toBe(0)
  await cheaper(lagos(15, 7))
  await seller.api('PATCH /api/listings/:id', { params: { id }, body: { status: 'HIDDEN' } })
  expect(await digest(lagos(15, 9))).toBe(0)
  expect(await mails()).toBe(2)
})

test('[DIGEST-ONCE] what happened after the hour is told the next day, and nothing to a closed account or an address that nobody confirmed', async () => {
  const [seller, ada, banned, unconfirmed] = [await t.user(), await t.user(), await t.user(), await t.user()]
  const [early, late] = [await insertListing(t, seller), await insertListing(t, seller)]
  await insertNotification(ada, { kind: 'CHEAPER', listingId: early, at: lagos(15, 7) })
  await insertNotification(ada, { kind: 'SOLD', listingId: late, at: lagos(15, 8, 3) })
  for (const closed of [banned, unconfirmed])
    await insertNotification(closed, { kind: 'SOLD', listingId: late, at: lagos(15, 7) })
  await t.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unconfirmed.id).execute()
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  expect([await digest(lagos(15, 8, 7)), await digest(lagos(16, 8, 7))]).toEqual([1, 1])
  const subjects = (await t.mails(ada.email)).map(({ subject }) => subject)
  expect(subjects).toEqual([expect.stringContaining('Cheaper: '), expect.stringContaining('Sold: ')])
})

test('[DIGEST-ONCE] news that go on after the hour do not keep earlier ones of the same seller out of the mail', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, seller)
  const offers = (at: Date) =>
    insertNotification(ada, { kind: 'FOLLOWED', subjectId: seller.id, listingId, at })
  for (const day of [21, 22, 23]) {
    await offers(lagos(day, 15))
    // After the hour of the mail, before the job runs.
    await offers(lagos(day + 1, 8, 3))
    expect([day, await digest(lagos(day + 1, 8, 7))]).toEqual([day, 1])
    expect(await digest(lagos(day + 1, 8, 17))).toBe(0)
  }
})

test('[DIGEST-ONCE] news are as old as the first event that no mail has told', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, seller)
  const offer = {
    userId: ada.id,
    kind: 'FOLLOWED',
    subjectId: seller.id,
    listingId,
    actorId: seller.id,
  } as const
  /** Tells of another event; returns whether the news are older than it. */
  const areOlder = async () => {
    await t.db.transaction().execute((tx) => notify({ tx, jobs: t.jobs }, [offer]))
    const { isOlder } = await t.db
      .selectFrom('notifications')
      .select(sql<boolean>`news_since < happened_at`.as('isOlder'))
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    return isOlder
  }
  expect([await areOlder(), await areOlder(), await areOlder()]).toEqual([false, true, true])
  await t.db.updateTable('notifications').set({ digested_count: 3 }).where('user_id', '=', ada.id).execute()
  expect([await areOlder(), await areOlder()]).toEqual([false, true])
})

test('[DIGEST-MAIL] news that many may not see any more keep nobody else from the mail', async () => {
  await t.db.updateTable('notifications').set({ read_at: new Date() }).execute()
  const seller = await t.user()
  const [gone, shown] = [await insertListing(t, seller), await insertListing(t, seller)]
  const crowd = await insertCrowd(t, 200)
  const last = await t.user()
  const about = (userId: number, listingId: number) =>
    ({ userId, kind: 'SOLD', subjectId: listingId, listingId, actorId: seller.id }) as const
  const all = [...crowd.map((id) => about(id, gone)), about(last.id, shown)]
  await t.db.transaction().execute((tx) => notify({ tx, jobs: t.jobs }, all))
  await seller.api('DELETE /api/listings/:id', { params: { id: gone } })
  expect(await digest(lagos(27, 9))).toBe(1)
})

test('[DIGEST-ONCE] a server that is killed before the commit has sent and marked nothing', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const { id } = await publish(t, seller)
  await insertNotification(ada, { kind: 'SOLD', listingId: id, at: lagos(20, 7) })
  const killed = { ...t.jobs, enqueueMails: () => Promise.reject(new Error('killed')) }
  await expect(sendDigests({ db: t.db, jobs: killed }, lagos(20, 9))).rejects.toThrow('killed')
  expect(await digest(lagos(20, 9))).toBe(1)
  expect(await digest(lagos(20, 9, 10))).toBe(0)
  const [mail, ...more] = await t.mails(ada.email)
  expect([mail?.subject, more]).toEqual(['Sold: “Tecno Spark 20, clean”', []])
  const { rows } =
    await sql`select from notifications where user_id = ${ada.id} and digested_count = 1`.execute(t.db)
  expect(rows).toHaveLength(1)
})

test('[DIGEST-ONCE] of two servers that send at the same moment one mails somebody, also where news came between them', async () => {
  const [seller, ada] = [await t.user(), await t.user()]
  const [first, second] = [await insertListing(t, seller), await insertListing(t, seller)]
  await insertNotification(ada, { kind: 'SOLD', listingId: first, at: lagos(21, 7) })
  const sending = order.pauseBefore(/^commit/, () => digest(lagos(21, 9)))
  await sending.reached
  await insertNotification(ada, { kind: 'SOLD', listingId: second, at: lagos(21, 7, 30) })
  const late = digest(lagos(21, 9))
  await endedOrBlocked(t, late)
  expect([await sending.release(), await late]).toEqual([1, 0])
  expect(await digest(lagos(22, 9))).toBe(1)
})
