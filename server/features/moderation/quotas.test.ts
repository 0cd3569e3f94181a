import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failureOf } from '#tests/support/accounts.ts'
import { insertListing, listingDraft, publish } from '#tests/support/listings.ts'
import { startSecondApp } from '#tests/support/second-app.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp

// A new app for each test, since the address is limited too.
beforeEach(async () => {
  // 3 listings a day for a new account, 20 after that; 6 conversations, or 40.
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0.2' })
})
afterEach(() => t.close())

let made = 0
/** Publishes a listing unlike any other. */
const publishOne = (seller: TestUser) => {
  made += 1
  return publish(t, seller, { title: `Kettle number ${made}`, description: `Kettle ${made}. `.repeat(12) })
}
const grow = (user: TestUser, days: number) =>
  sql`update users set created_at = now() - ${days}::int * interval '1 day' where id = ${user.id}`.execute(
    t.db,
  )

test('[ABUSE-QUOTA] a new account publishes so many listings a day, and the refusal names when it can continue', async () => {
  const seller = await t.user()
  const [first] = [await publishOne(seller), await publishOne(seller), await publishOne(seller)]
  const refused = await failureOf(publishOne(seller))
  expect(refused.problem).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    detail: 'New accounts can publish 3 listings a day. You can publish the next one in about 24 hours.',
  })
  expect(refused.problem?.retryAfter).toBeGreaterThan(86_000)
  // Deleted listings count too; otherwise the quota could be evaded.
  await seller.api('DELETE /api/listings/:id', { params: { id: first.id } })
  expect((await failureOf(publishOne(seller))).status).toBe(429)
  await t.db
    .updateTable('listings')
    .set({ created_at: sql`now() - interval '23 hours 50 minutes'` })
    .where('id', '=', first.id)
    .execute()
  expect((await failureOf(publishOne(seller))).problem?.detail).toMatch(/in (9|10) minutes\.$/)
  await t.db
    .updateTable('listings')
    .set({ created_at: sql`now() - interval '25 hours'` })
    .where('id', '=', first.id)
    .execute()
  await publishOne(seller)
})

test('[ABUSE-QUOTA] the answer carries Retry-After; an older account may publish more', async () => {
  const seller = await t.user()
  for (let count = 0; count < 3; count += 1) await publishOne(seller)
  const payload = await listingDraft(t, seller, {
    title: 'One kettle more',
    description: 'As good as new. '.repeat(9),
  })
  const post = () =>
    t.app.inject({ method: 'POST', url: '/api/listings', headers: { cookie: seller.cookie }, payload })
  const refused = await post()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
  await grow(seller, 4)
  expect((await post()).statusCode).toBe(201)
  for (let count = 4; count < 20; count += 1) await insertListing(t, seller, { title: `Kettle ${count}` })
  expect((await failureOf(publishOne(seller))).problem?.detail).toMatch(
    /^You can publish 20 listings a day\./,
  )
})

test('[ABUSE-QUOTA] calls at once do not pass it, on one server or on two', async () => {
  const second = await startSecondApp(t)
  try {
    const seller = await t.user()
    const bodies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        listingDraft(t, seller, { title: `Lamp number ${index}`, description: `Lamp ${index}. `.repeat(12) }),
      ),
    )
    const answers = await Promise.all(
      bodies.map((payload, index) =>
        (index % 2 === 0 ? t.app : second).inject({
          method: 'POST',
          url: '/api/listings',
          headers: { cookie: seller.cookie },
          // This test is not about their own limits.
          remoteAddress: `10.0.0.${index}`,
          payload,
        }),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(17)
    const { hits } = await t.db
      .selectFrom('quota_hits')
      .select('hits')
      .where('user_id', '=', seller.id)
      .executeTakeFirstOrThrow()
    expect(hits).toBe(17)
  } finally {
    await second.close()
  }
})

test('[ABUSE-QUOTA] a new account starts so many chats a day; those it has stay open to it', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const ids = await Promise.all(Array.from({ length: 7 }, () => insertListing(t, seller)))
  const open = (listingId: number) => buyer.api('POST /api/threads', { body: { listingId } })
  const threads = []
  for (const id of ids.slice(0, 6)) threads.push(await open(id))
  expect((await failureOf(open(ids[6] ?? 0))).problem).toMatchObject({
    status: 429,
    detail: expect.stringMatching(
      /^New accounts can start 6 chats a day\. You can go on writing in yours, and start/,
    ),
  })
  expect(await open(ids[0] ?? 0)).toMatchObject({ id: threads[0]?.id })
  // A message in an old conversation does not make it new.
  await sql`update threads set created_at = now() - interval '2 days' where id = ${threads[0]?.id}`.execute(
    t.db,
  )
  await buyer.api('POST /api/threads/:id/messages', {
    params: { id: threads[0]?.id ?? 0 },
    body: { body: 'Hi' },
  })
  await open(ids[6] ?? 0)
})

test('[ABUSE-STOPPED] administrators see the accounts that quotas refuse again and again', async () => {
  const [often, seldom] = [await t.user({ fullName: 'Often Stopped' }), await t.user()]
  const admin = await t.user({ role: 'ADMIN' })
  for (const seller of [often, seldom])
    for (let count = 0; count < 3; count += 1) await insertListing(t, seller)
  for (let count = 0; count < 4; count += 1) await failureOf(publishOne(often))
  for (let count = 0; count < 2; count += 1) await failureOf(publishOne(seldom))
  const about = async (user: TestUser) =>
    (await admin.api('GET /api/admin/stopped')).filter(({ user: { id } }) => id === user.id)
  expect(await about(often)).toEqual([
    {
      user: { id: often.id, fullName: 'Often Stopped', createdAt: expect.any(String), isBanned: false },
      quota: 'LISTINGS',
      hits: 4,
      lastAt: expect.any(String),
    },
  ])
  expect(await about(seldom)).toEqual([])
  // Those most often refused first; several days add up, for a week.
  const stepBack = (user: TestUser, days: number) =>
    sql`update quota_hits set day = day - ${days}::int, last_at = last_at - interval '1 hour'
      where user_id = ${user.id}`.execute(t.db)
  await stepBack(often, 0)
  const [before] = await about(often)
  await failureOf(publishOne(often))
  const [after] = await about(often)
  expect(Date.parse(after?.lastAt ?? '')).toBeGreaterThan(Date.parse(before?.lastAt ?? ''))
  await stepBack(often, 6)
  for (const seller of [seldom, often]) await failureOf(publishOne(seller))
  expect((await admin.api('GET /api/admin/stopped')).map(({ user: { id }, hits }) => [id, hits])).toEqual([
    [often.id, 6],
    [seldom.id, 3],
  ])
  await stepBack(often, 1)
  expect(await about(often)).toEqual([])
})

test('[ABUSE-QUOTA] what was made in a day is counted by an index', async () => {
  const plans = await t.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const explain = async (query: ReturnType<typeof sql>) =>
      JSON.stringify((await sql`explain (format json) ${query}`.execute(tx)).rows)
    return [
      await explain(
        sql`select created_at from listings where seller_id = 1 and created_at > now() - interval '1 day'
          order by created_at desc offset 14 limit 1`,
      ),
      await explain(
        sql`select created_at from threads where buyer_id = 1 and last_message_at > now() - interval '1 day'
          and created_at > now() - interval '1 day' order by created_at desc offset 29 limit 1`,
      ),
      await explain(
        sql`select created_at from questions where asker_id = 1 and created_at > now() - interval '1 day'
          order by created_at desc offset 39 limit 1`,
      ),
    ]
  })
  const indexes = ['listings_seller_id_idx', 'threads_buyer_id_idx', 'questions_asker_idx']
  for (const [place, index] of indexes.entries()) expect(plans[place]).toContain(index)
})
