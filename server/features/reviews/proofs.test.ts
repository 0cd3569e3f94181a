import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertDeal } from '#tests/support/deals.ts'
import { ageAccounts, profileOf, ratingOf, review, reviewsOf } from '#tests/support/reviews.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'
import { askForReviews, showDueReviews } from './reviews.service.ts'

// What a review rests on, how long it waits, and its answer.

let t: TestApp
let admin: TestUser
let ada: TestUser
let bola: TestUser

beforeAll(async () => {
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())
beforeEach(async () => {
  ada = await t.user({ fullName: 'Ada Okafor' })
  bola = await t.user({ fullName: 'Bola Ade' })
  // So that they are no new accounts.
  await ageAccounts(t, [ada, bola])
})

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const subjects = async (of: TestUser) => (await t.mails(of.email)).map(({ subject }) => subject)

/** A conversation about a listing of the seller, with a message of each writer. */
async function talk(seller: TestUser, buyer: TestUser, writers: TestUser[] = [buyer, seller]) {
  const thread = await insertThread(t, seller, buyer)
  for (const writer of writers) await insertMessage(t, thread, writer)
}

const deal = (seller: TestUser, buyer: TestUser, daysAgo = 0) =>
  insertDeal(t, seller, buyer, 'COMPLETED', days(-daysAgo))

test('[REVIEW-PROOF] a review shows whether the two had a deal or talked; proven ones come first', async () => {
  const [seller, talker, ignored, stranger] = await Promise.all([t.user(), t.user(), t.user(), t.user()])
  const canceller = await t.user()
  await insertDeal(t, ada, canceller, 'CANCELLED')
  // Of two deals the last one counts.
  await deal(bola, ada, 30)
  await deal(ada, bola, 20)
  await deal(seller, ada, 20)
  await talk(ada, talker)
  await talk(ada, ignored, [ignored])
  for (const by of [bola, seller, talker, ignored, stranger, canceller]) {
    await ageAccounts(t, [by])
    await review(by, ada)
  }
  expect((await reviewsOf(t, ada)).map(({ proof, reviewer }) => [proof, reviewer.id])).toEqual([
    ['SOLD', seller.id],
    ['BOUGHT', bola.id],
    ['TALKED', talker.id],
    [null, canceller.id],
    [null, stranger.id],
    [null, ignored.id],
  ])
})

test('[REVIEW-BLIND] both reviews of a deal appear together, and count from then on', async () => {
  await review(bola, ada, { stars: 2, comment: 'Has not answered yet.' })
  await deal(ada, bola)
  expect(await profileOf(t, ada, bola)).toMatchObject({ yourReviewWaitsUntil: expect.any(String) })
  const posted = await review(bola, ada, { stars: 5, comment: 'As described.' })
  const waiting = { for: 'OTHER_REVIEW', until: (await profileOf(t, ada, bola)).yourReviewWaitsUntil }
  expect(posted).toMatchObject({ stars: 5, proof: 'BOUGHT', waiting })
  expect(Date.parse(waiting.until ?? '') - Date.now()).toBeCloseTo(14 * 86_400_000, -6)
  // What was shown stays; only its author reads the new one.
  expect(await ratingOf(t, ada)).toEqual(['2.00', 1])
  expect(await profileOf(t, ada, bola)).toMatchObject({
    yourWaitingReview: { stars: 5, comment: 'As described.', waiting },
  })
  for (const who of [ada, { api: t.visitor }])
    expect(await profileOf(t, ada, who)).not.toHaveProperty('yourWaitingReview')
  expect(await review(bola, ada, { stars: 4 })).toMatchObject({ id: posted.id, waiting })

  // The other party's shows both.
  const other = await review(ada, bola, { stars: 3 })
  expect(other).not.toHaveProperty('waiting')
  expect(await reviewsOf(t, bola)).toEqual([other])
  expect(await reviewsOf(t, ada)).toMatchObject([{ id: posted.id, stars: 4, comment: null, proof: 'BOUGHT' }])
  expect([await ratingOf(t, ada), await ratingOf(t, bola)]).toEqual([
    ['4.00', 1],
    ['3.00', 1],
  ])
  // Bola gets one mail, when the review appears; Ada got one about the first review.
  expect(await subjects(bola)).toEqual(['Ada Okafor reviewed you on Oja'])
  expect(await subjects(ada)).toEqual(['Bola Ade reviewed you on Oja'])
  expect(await review(bola, ada, { stars: 5 })).not.toHaveProperty('waiting')
})

test('[REVIEW-BLIND] a review that waits appears 14 days after the deal, with its mail', async () => {
  // Of two deals the last one counts.
  for (const ago of [12, 10]) await deal(ada, bola, ago)
  const { waiting } = await review(ada, bola, { stars: 4, comment: 'Paid at once.' })
  await showDueReviews(t, days(3.9))
  expect(await reviewsOf(t, bola)).toEqual([])
  expect(await subjects(bola)).toEqual([])
  // Not while its author is banned.
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', ada.id).execute()
  await showDueReviews(t, new Date(waiting?.until ?? ''))
  expect(await subjects(bola)).toEqual([])
  await t.db.updateTable('users').set({ banned_at: null }).where('id', '=', ada.id).execute()
  await showDueReviews(t, new Date(waiting?.until ?? ''))
  expect(await reviewsOf(t, bola)).toMatchObject([{ stars: 4, comment: 'Paid at once.', proof: 'SOLD' }])
  expect(await ratingOf(t, bola)).toEqual(['4.00', 1])
  expect(await subjects(bola)).toEqual(['Ada Okafor reviewed you on Oja'])
  // A reviewed account that is closed meanwhile gets no mail.
  const leaver = await t.user()
  await deal(ada, leaver, 10)
  const { waiting: other } = await review(ada, leaver)
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: days(1) })
    .where('id', '=', leaver.id)
    .execute()
  await showDueReviews(t, new Date(other?.until ?? ''))
  expect(await subjects(leaver)).toEqual([])
  const late = await t.user()
  await deal(late, ada, 15)
  expect(await review(late, ada)).not.toHaveProperty('waiting')
})

test('[REVIEW-BLIND] two reviews of each other at the same moment are both published', async () => {
  await deal(ada, bola)
  await Promise.all([review(ada, bola), review(bola, ada)])
  expect([(await reviewsOf(t, ada)).length, (await reviewsOf(t, bola)).length]).toEqual([1, 1])
})

test('[REVIEW-ASK] a day after a deal, a party without a review gets one mail', async () => {
  await deal(ada, bola, 1.1)
  await review(ada, bola)
  await askForReviews(t, new Date())
  await askForReviews(t, days(1))
  const [asked, ...more] = await t.mails(bola.email)
  expect(more).toEqual([])
  expect(asked).toMatchObject({ subject: 'How was it with Ada Okafor?' })
  expect(asked?.text).toContain(encodeURIComponent(`/users/${ada.id}?tab=reviews#review`))
  expect(await subjects(ada)).toEqual([])
})

test('[REVIEW-ASK] nobody is asked who left or wants no mail, about somebody who left, across a block, late, or of a deal that was called off', async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => t.user()))
  const [leaver, quiet, blocker, late, canceller, ...others] = people
  if (!leaver || !quiet || !blocker || !late || !canceller) throw new Error('Too few.')
  for (const seller of [leaver, quiet, blocker]) await deal(seller, ada, 1.1)
  await deal(late, bola, 14.1)
  await deal(canceller, bola, 1.1)
  const calledOff = { status: 'CANCELLED', paid_at: null } as const
  await t.db.updateTable('deals').set(calledOff).where('seller_id', '=', canceller.id).execute()
  for (const who of others) await deal(who, leaver, 1.1)
  const set = (user: TestUser, values: { deletion_due_at?: Date; notify_reviews?: boolean }) =>
    t.db.updateTable('users').set(values).where('id', '=', user.id).execute()
  await set(leaver, { deletion_due_at: days(1) })
  await set(quiet, { notify_reviews: false })
  await blocker.api('POST /api/blocks', { body: { userId: ada.id } })
  await askForReviews(t, new Date())
  for (const who of [...people, bola]) expect(await subjects(who)).toEqual([])
  expect(await subjects(ada)).toHaveLength(1)
})

test('[REVIEW-ASK] a run asks about every deal, however many were completed', async () => {
  // First as many about which nobody is asked.
  const leaver = await t.user()
  for (let index = 0; index < 100; index++) await deal(ada, leaver, 2)
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: days(1) })
    .where('id', '=', leaver.id)
    .execute()
  for (let index = 0; index < 101; index++) await deal(ada, bola, 1.1)
  await askForReviews(t, new Date())
  expect((await t.mails(bola.email)).length).toBe(101)
})

test('[REVIEW-ASK] a deal asks for no review of somebody who takes none: a closed account, or one that blocked the viewer', async () => {
  await deal(ada, bola)
  const mayReview = async (who: TestUser) =>
    (await who.api('GET /api/threads', { query: {} }))[0]?.deal?.mayReview
  expect([await mayReview(ada), await mayReview(bola)]).toEqual([true, true])
  await bola.api('POST /api/blocks', { body: { userId: ada.id } })
  expect([await mayReview(ada), await mayReview(bola)]).toEqual([false, true])
  await admin.api('POST /api/admin/users/:id/ban', { params: { id: ada.id }, body: {} })
  expect(await mayReview(bola)).toBe(false)
})

test('[REVIEW-ANSWER] the reviewed person answers in public, changes it and takes it back; the reviewer gets one mail', async () => {
  const { id } = await review(bola, ada, { stars: 2, comment: 'Came late.' })
  const answer = (who: TestUser, text: string) =>
    who.api('PATCH /api/reviews/:id/answer', { params: { id }, body: { answer: text } })
  const answerNews = async (who: TestUser) =>
    (await who.api('GET /api/notifications', { query: {} })).filter(({ kind }) => kind === 'REVIEW_ANSWER')
  await expect(answer(bola, 'I did not.')).rejects.toMatchObject({ status: 403 })
  await expect(answer(ada, ' \n')).rejects.toMatchObject({ status: 400 })
  await answer(ada, 'The bridge was closed.')
  // Sent before the change, which therefore cannot replace it.
  expect(await subjects(bola)).toEqual(['Ada Okafor answered your review'])
  expect(await answer(ada, 'The bridge was closed. Sorry!')).toMatchObject({
    answer: 'The bridge was closed. Sorry!',
  })
  const [shown] = await reviewsOf(t, ada)
  expect(shown).toMatchObject({ answer: 'The bridge was closed. Sorry!', answeredAt: expect.any(String) })
  // A rewritten review keeps the answer, which is older than it.
  await review(bola, ada, { stars: 3 })
  const [rewritten] = await reviewsOf(t, ada)
  expect(Date.parse(rewritten?.createdAt ?? '')).toBeGreaterThan(Date.parse(rewritten?.answeredAt ?? ''))
  const taken = await ada.api('DELETE /api/reviews/:id/answer', { params: { id } })
  expect(taken).toMatchObject({ stars: 3, answer: null, answeredAt: null })
  // Taken back and written again, it is no news.
  await answer(ada, 'The bridge was closed, as it is each Monday.')
  expect(await subjects(bola)).toEqual(['Ada Okafor answered your review'])
  expect(await answerNews(bola)).toMatchObject([{ count: 1 }])
  // Long after the notification was swept a change is no news either.
  await t.db.deleteFrom('notifications').where('user_id', '=', bola.id).execute()
  await answer(ada, 'The bridge was closed. I am sorry!')
  expect(await subjects(bola)).toEqual(['Ada Okafor answered your review'])
  expect(await answerNews(bola)).toEqual([])
  // Neither somebody who leaves nor one who blocked them reads of it.
  const [leaver, blocker] = [await t.user(), await t.user()]
  const ids = [(await review(leaver, ada)).id, (await review(blocker, ada)).id]
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: days(1) })
    .where('id', '=', leaver.id)
    .execute()
  await blocker.api('POST /api/blocks', { body: { userId: ada.id } })
  for (const one of ids)
    await ada.api('PATCH /api/reviews/:id/answer', { params: { id: one }, body: { answer: 'Thanks.' } })
  for (const by of [leaver, blocker]) expect(await subjects(by)).toEqual([])
})
