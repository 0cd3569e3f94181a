import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '#server/context.ts'
import { thresholds } from '#shared/thresholds.ts'
import { blockCommits } from '#tests/support/commit-barrier.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { insertListing, listingDraft } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

// Tests every rule that counts rows and then writes with two concurrent calls: the first has counted and
// written and waits at a barrier before its commit; the second comes through another process (which shares no
// queue in memory); both continue when the second waits too. Without a lock the second would wait at the same
// barrier, having counted without the first.

let database: TestDatabase
let t: TestApp
let second: App
beforeAll(async () => {
  database = await cloneDatabase()
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1' }, {}, database)
  // Separate modules: the first process's queues in memory do not apply to this one.
  vi.resetModules()
  const { startSecondApp } = await import('#tests/support/second-app.ts')
  second = await startSecondApp(t)
})
afterAll(async () => {
  await second.close()
  await t.close()
})

interface Call {
  user: TestUser
  method: 'POST' | 'PATCH'
  url: string
  body: object
}

const send = (app: App, { user, method, url, body }: Call) =>
  app.inject({ method, url, headers: { cookie: user.cookie }, payload: body })

/** The statuses of two calls; the second started while the first waited to commit its write to `table`. */
async function interleave(table: string, first: Call, then: Call): Promise<number[]> {
  const barrier = await blockCommits(database.url, table)
  const answers = [send(t.app, first)]
  try {
    await barrier.waiting(1)
    answers.push(send(second, then))
    await barrier.waiting(2)
  } finally {
    await barrier.release()
  }
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
}

const long = (about: string) =>
  `${about}: bought in Ikeja last year, used on Sundays only, and kept in its box with all its papers ever since.`
const publishActions = ['publish', 'edit', 'put on sale again'] as const
type PublishAction = (typeof publishActions)[number]

/** A call after which the seller has an active listing with the content of `draft`, by each possible way. */
async function callOf(
  action: PublishAction,
  user: TestUser,
  draft: Awaited<ReturnType<typeof listingDraft>>,
): Promise<Call> {
  const { title, description, categoryId, price } = draft
  const said = { title, description, category_id: categoryId, price }
  if (action === 'publish') return { user, method: 'POST', url: '/api/listings', body: draft }
  const id = await insertListing(
    t,
    user,
    action === 'edit' ? { title: 'Something else', description: long('Else') } : { ...said, status: 'SOLD' },
  )
  const body = action === 'edit' ? { title, description, categoryId, price } : { status: 'ACTIVE' }
  return { user, method: 'PATCH', url: `/api/listings/${id}`, body }
}

const countActive = async (description: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from listings where description = ${description} and status = 'ACTIVE'`.execute(t.db)
  return rows[0]?.count
}

const pairs = publishActions.flatMap((one) => publishActions.map((other) => [one, other] as const))

test.each(pairs)('[ABUSE-COPIES] two at once do not make three copies: %s, %s', async (one, other) => {
  const seller = await t.user()
  const draft = await listingDraft(t, seller, { title: 'Gas cooker', description: long(`${one}, ${other}`) })
  for (let copies = 1; copies < thresholds.copies.own; copies += 1)
    await insertListing(t, seller, {
      ...{ title: draft.title, description: draft.description },
      ...{ category_id: draft.categoryId, price: draft.price },
    })
  const calls = [await callOf(one, seller, draft), await callOf(other, seller, draft)] as const
  for (const status of await interleave('listings', ...calls)) expect(status).toBeLessThan(300)
  expect(await countActive(draft.description)).toBe(thresholds.copies.own)
})

test.each(pairs)('[ABUSE-TEXT] two sellers at once do not both show one text: %s, %s', async (one, other) => {
  const [honest, thief] = [await t.user(), await t.user()]
  const text = { title: 'Toyota Corolla', description: long(`Tokunbo ${one}, ${other}`) }
  // The first to publish a text stays, whichever listing is older; so does a listing that had the text before
  // and was sold meanwhile.
  const saidItFirst = other === 'put on sale again' && one !== other
  const first = await callOf(one, honest, await listingDraft(t, honest, text))
  const then = await callOf(other, thief, await listingDraft(t, thief, text))
  for (const status of await interleave('listings', first, then)) expect(status).toBeLessThan(300)
  expect(await countActive(text.description)).toBe(saidItFirst ? 2 : 1)
})

async function backdate(table: string, user: string, id: number): Promise<void> {
  await sql`update ${sql.table(table)} set created_at = now() - interval '1 minute' where ${sql.ref(user)} = ${id}`.execute(
    t.db,
  )
}

test('[ABUSE-QUOTA] two at once do not pass the quota of listings', async () => {
  const seller = await t.user()
  for (let count = 1; count < thresholds.quotas.LISTINGS.fresh; count += 1)
    await insertListing(t, seller, { title: `Thing ${count}` })
  // Different texts, since one text is published by one call at a time anyway.
  const call = async (title: string) =>
    callOf('publish', seller, await listingDraft(t, seller, { title, description: long(title) }))
  expect(await interleave('listings', await call('One thing more'), await call('Another thing'))).toEqual([
    201, 429,
  ])
})

test('[ABUSE-QUOTA] two at once do not pass the quota of conversations, and one listing has one', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const open = async (listingId?: number): Promise<Call> => ({
    user: buyer,
    method: 'POST',
    url: '/api/threads',
    body: { listingId: listingId ?? (await insertListing(t, seller)) },
  })
  const same = await open()
  expect(await interleave('threads', same, same)).toEqual([201, 201])
  const { rows } = await sql`select from threads where buyer_id = ${buyer.id}`.execute(t.db)
  expect(rows).toHaveLength(1)
  await backdate('threads', 'buyer_id', buyer.id)
  for (let count = 2; count < thresholds.quotas.CONVERSATIONS.fresh; count += 1)
    await sql`insert into threads (listing_id, seller_id, buyer_id)
      values (${await insertListing(t, seller)}, ${seller.id}, ${buyer.id})`.execute(t.db)
  expect(await interleave('threads', await open(), await open())).toEqual([201, 429])
})

test('[ABUSE-QUOTA] two at once do not pass the quota of questions', async () => {
  const [seller, asker] = [await t.user(), await t.user()]
  for (let count = 1; count < thresholds.quotas.QUESTIONS.fresh; count += 1)
    await sql`insert into questions (listing_id, asker_id, question)
      values (${await insertListing(t, seller)}, ${asker.id}, 'Is it still there?')`.execute(t.db)
  const ask = async (): Promise<Call> => ({
    user: asker,
    method: 'POST',
    url: `/api/listings/${await insertListing(t, seller)}/questions`,
    body: { question: 'How much is the last price?' },
  })
  expect(await interleave('questions', await ask(), await ask())).toEqual([201, 429])
})

test('[ABUSE-MESSAGES] two at once do not carry an advertisement into one conversation too many', async () => {
  const [seller, spammer] = [await t.user(), await t.user()]
  const write = async (body: string): Promise<Call> => {
    const { rows } = await sql<{ id: number }>`insert into threads (listing_id, seller_id, buyer_id)
      values (${await insertListing(t, seller)}, ${seller.id}, ${spammer.id}) returning id`.execute(t.db)
    return { user: spammer, method: 'POST', url: `/api/threads/${rows[0]?.id}/messages`, body: { body } }
  }
  const body = 'Cheaper at www.spam.example.com, come and see'
  for (let count = 1; count < thresholds.sameMessage.conversations; count += 1)
    await send(t.app, await write(body))
  // Held or not, each call leaves a row: the first waits with its message, so the barrier is before commits
  // of both tables.
  const messages = await blockCommits(database.url, 'messages')
  const first = send(t.app, await write(body))
  await messages.waiting(1)
  const then = send(second, await write(body))
  expect((await then).json()).toMatchObject({ held: 'WAITING' })
  await messages.release()
  expect((await first).json()).not.toHaveProperty('held')
})

test('[REPORT-ONCE] two reports of one thing by one person at once are one', async () => {
  const [seller, reporter] = [await t.user(), await t.user()]
  const body = { targetType: 'LISTING', targetId: await insertListing(t, seller), reason: 'Spam' }
  const call: Call = { user: reporter, method: 'POST', url: '/api/reports', body }
  const statuses = await interleave('reports', call, call)
  expect(statuses.sort()).toEqual([201, 409])
})

test('[REVIEW-REPLACE] two reviews of one person by one person at once are one, and so counted', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const call = (stars: number): Call => ({
    user: buyer,
    method: 'POST',
    url: `/api/users/${seller.id}/reviews`,
    body: { stars, comment: 'Prompt and kind.' },
  })
  for (const status of await interleave('reviews', call(5), call(1))) expect(status).toBeLessThan(300)
  const { ratingAvg, ratingCount } = await t.visitor('GET /api/users/:id', { params: { id: seller.id } })
  expect({ ratingAvg, ratingCount }).toEqual({ ratingAvg: '1.00', ratingCount: 1 })
})

test('[STATE-FAVORITE] saving a listing twice at once saves it once', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, seller)
  const call: Call = { user: buyer, method: 'POST', url: '/api/favorites', body: { listingId } }
  for (const status of await interleave('favorites', call, call)) expect(status).toBeLessThan(300)
  expect(await buyer.api('GET /api/favorites')).toHaveLength(1)
})
