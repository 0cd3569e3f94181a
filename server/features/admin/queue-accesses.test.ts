import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#server/db/schema.ts'
import type { QueueItemKind } from '#shared/contract/moderation-queue.ts'
import { insertTheft } from '#tests/roles/fixtures.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'

// Whose private data the items of the review queue show, by kind; held messages are in private-data-accesses.test.ts.

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

type Hold = Insertable<DB['holds']>

const insertHold = async (values: Hold): Promise<number> => {
  const { id } = await t.db.insertInto('holds').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The ids and kinds that are recorded when an administrator reads the queue. */
async function looksAt(kind: QueueItemKind) {
  const admin = await t.user({ role: 'ADMIN' })
  await admin.api('GET /api/admin/held', { query: { kind, limit: 100 } })
  const looks = await t.db
    .selectFrom('account_accesses')
    .select(['user_id', 'kind'])
    .where('admin_id', '=', admin.id)
    .orderBy('user_id')
    .execute()
  return looks.map((look) => [look.user_id, look.kind])
}

test('[ACCESS-RECORDED] a sender of the review queue, and those who were warned of them', async () => {
  const [sender, warned] = [await t.user(), await t.user()]
  const listing_id = await insertListing(t, sender)
  const thread = await insertThread(t, sender, warned, { listing_id })
  await t.db
    .insertInto('message_warnings')
    .values({
      thread_id: thread.id,
      sender_id: sender.id,
      recipient_id: warned.id,
      message_id: await insertMessage(t, thread, sender, { body: 'Pay before you see it.' }),
      kind: 'advance-payment',
      seen: ['pay before'],
      probability: 0.9,
    })
    .execute()
  await insertHold({ kind: 'SENDER', rule: 'WARNED_SENDER', owner_id: sender.id, listing_id })
  expect(await looksAt('SENDER')).toEqual([
    [sender.id, 'HELD'],
    [warned.id, 'HELD'],
  ])
})

test('[ACCESS-RECORDED] who reported a stolen phone', async () => {
  const owner = await t.user()
  await insertTheft(t, owner)
  expect(await looksAt('THEFT')).toEqual([[owner.id, 'HELD']])
})

test('[ACCESS-RECORDED] of the reviews of an item only those that nobody else sees yet', async () => {
  const [reviewed, open, waiting] = [await t.user(), await t.user(), await t.user()]
  const hold_id = await insertHold({ kind: 'REVIEW', rule: 'REVIEW_BURST', owner_id: reviewed.id })
  const review = (by: TestUser) => ({ user_id: reviewed.id, reviewer_id: by.id })
  await t.db
    .insertInto('reviews')
    .values({ ...review(open), stars: 5 })
    .execute()
  await t.db
    .insertInto('waiting_reviews')
    .values({ ...review(waiting), id: 1_000_000, stars: 5, hold_id })
    .execute()
  for (const by of [open, waiting])
    await t.db
      .insertInto('suspect_reviews')
      .values({ ...review(by), hold_id })
      .execute()
  expect(await looksAt('REVIEW')).toEqual([[waiting.id, 'HELD']])
})

test('[ACCESS-RECORDED] the seller of a similar listing that is hidden or deleted', async () => {
  const [copier, hidden, deleted, open] = [await t.user(), await t.user(), await t.user(), await t.user()]
  const alike = [
    await insertListing(t, hidden, { status: 'HIDDEN' }),
    await insertListing(t, deleted, { deleted_at: new Date() }),
    await insertListing(t, open),
  ]
  for (const like_id of alike) {
    const listing_id = await insertListing(t, copier)
    await insertHold({ kind: 'PHOTO', rule: 'PHOTO_OF_ANOTHER', owner_id: copier.id, listing_id, like_id })
  }
  expect(await looksAt('PHOTO')).toEqual([
    [hidden.id, 'LISTING'],
    [deleted.id, 'LISTING'],
  ])
})
