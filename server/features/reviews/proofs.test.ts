import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertDeal } from '#tests/support/deals.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { createTokenSession } from '#tests/support/sessions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { askForReviews, showDueReviews } from './reviews.service.ts'

// What a review rests on, how long it waits, its answer, and what moderators look at.

let t: TestApp
let admin: TestUser
let ada: TestUser
let bola: TestUser
let order: Interleaving

beforeAll(async () => {
  order = interleave()
  // Bursts and rings as they are in production.
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => {
  order.stop()
  return t.close()
})
beforeEach(async () => {
  ada = await t.user({ fullName: 'Ada Okafor' })
  bola = await t.user({ fullName: 'Bola Ade' })
  // So that they are no new accounts.
  await age(ada, 30)
  await age(bola, 30)
})

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const age = (user: TestUser, inDays: number) =>
  t.db
    .updateTable('users')
    .set({ created_at: days(-inDays) })
    .where('id', '=', user.id)
    .execute()

const review = (by: TestUser, of: TestUser, body: { stars: number; comment?: string } = { stars: 5 }) =>
  by.api('POST /api/users/:id/reviews', { params: { id: of.id }, body })
const reviewsOf = (of: TestUser) => t.visitor('GET /api/users/:id/reviews', { params: { id: of.id } })
const profileOf = (of: TestUser, as: Pick<TestUser, 'api'> = { api: t.visitor }) =>
  as.api('GET /api/users/:id', { params: { id: of.id } })
const ratingOf = async (of: TestUser) => {
  const { ratingAvg, ratingCount } = await profileOf(of)
  return [ratingAvg, ratingCount]
}
const subjects = async (of: TestUser) => (await t.mails(of.email)).map(({ subject }) => subject)

async function talk(seller: TestUser, buyer: TestUser, writers: TestUser[] = [buyer, seller]) {
  const listingId = await insertListing(t, seller)
  const { id } = await t.db
    .insertInto('threads')
    .values({ listing_id: listingId, seller_id: seller.id, buyer_id: buyer.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { id: sender } of writers)
    await t.db
      .insertInto('messages')
      .values({
        thread_id: id,
        sender_id: sender,
        recipient_id: seller.id + buyer.id - sender,
        client_id: `${id}-${sender}`,
        body: 'Hello.',
      })
      .execute()
  return { threadId: id, listingId }
}

/** A deal that was completed so many days ago. */
async function deal(seller: TestUser, buyer: TestUser, daysAgo = 0) {
  const { threadId, listingId } = await talk(seller, buyer)
  const endedAt = days(-daysAgo)
  await t.db
    .insertInto('deals')
    .values({
      thread_id: threadId,
      listing_id: listingId,
      seller_id: seller.id,
      buyer_id: buyer.id,
      proposed_by: buyer.id,
      price: 2_000_000,
      place: 'Police station',
      state: 'Lagos',
      lga: 'Ikeja',
      meets_at: endedAt,
      status: 'COMPLETED',
      paid_at: endedAt,
      ended_at: endedAt,
    })
    .execute()
}

const queueOf = async (owner: TestUser, decision?: 'OPEN') =>
  (await admin.api('GET /api/admin/held', { query: { kind: 'REVIEW', decision, limit: 100 } })).filter(
    (item) => item.owner.id === owner.id,
  )
const decide = (id: number, decision: 'RELEASE' | 'REJECT', reason?: string) =>
  admin.api('PATCH /api/admin/held/:id', { params: { id }, body: { decision, reason } })

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
    await age(by, 30)
    await review(by, ada)
  }
  expect((await reviewsOf(ada)).map(({ proof, reviewer }) => [proof, reviewer.id])).toEqual([
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
  expect(await profileOf(ada, bola)).toMatchObject({ yourReviewWaitsUntil: expect.any(String) })
  const posted = await review(bola, ada, { stars: 5, comment: 'As described.' })
  const waiting = { for: 'OTHER_REVIEW', until: (await profileOf(ada, bola)).yourReviewWaitsUntil }
  expect(posted).toMatchObject({ stars: 5, proof: 'BOUGHT', waiting })
  expect(Date.parse(waiting.until ?? '') - Date.now()).toBeCloseTo(14 * 86_400_000, -6)
  // What was shown stays; only its author reads the new one.
  expect(await ratingOf(ada)).toEqual(['2.00', 1])
  expect(await profileOf(ada, bola)).toMatchObject({
    yourWaitingReview: { stars: 5, comment: 'As described.', waiting },
  })
  for (const who of [ada, { api: t.visitor }])
    expect(await profileOf(ada, who)).not.toHaveProperty('yourWaitingReview')
  expect(await review(bola, ada, { stars: 4 })).toMatchObject({ id: posted.id, waiting })

  // The other party's shows both.
  const other = await review(ada, bola, { stars: 3 })
  expect(other).not.toHaveProperty('waiting')
  expect(await reviewsOf(bola)).toEqual([other])
  expect(await reviewsOf(ada)).toMatchObject([{ id: posted.id, stars: 4, comment: null, proof: 'BOUGHT' }])
  expect([await ratingOf(ada), await ratingOf(bola)]).toEqual([
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
  expect(await reviewsOf(bola)).toEqual([])
  expect(await subjects(bola)).toEqual([])
  // Not while its author is banned.
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', ada.id).execute()
  await showDueReviews(t, new Date(waiting?.until ?? ''))
  expect(await subjects(bola)).toEqual([])
  await t.db.updateTable('users').set({ banned_at: null }).where('id', '=', ada.id).execute()
  await showDueReviews(t, new Date(waiting?.until ?? ''))
  expect(await reviewsOf(bola)).toMatchObject([{ stars: 4, comment: 'Paid at once.', proof: 'SOLD' }])
  expect(await ratingOf(bola)).toEqual(['4.00', 1])
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
  expect([(await reviewsOf(ada)).length, (await reviewsOf(bola)).length]).toEqual([1, 1])
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
  const [shown] = await reviewsOf(ada)
  expect(shown).toMatchObject({ answer: 'The bridge was closed. Sorry!', answeredAt: expect.any(String) })
  expect(await subjects(bola)).toEqual(['Ada Okafor answered your review'])
  // A rewritten review keeps the answer, which is older than it.
  await review(bola, ada, { stars: 3 })
  const [rewritten] = await reviewsOf(ada)
  expect(Date.parse(rewritten?.createdAt ?? '')).toBeGreaterThan(Date.parse(rewritten?.answeredAt ?? ''))
  const taken = await ada.api('DELETE /api/reviews/:id/answer', { params: { id } })
  expect(taken).toMatchObject({ stars: 3, answer: null, answeredAt: null })
  // Taken back and written again, it is no news.
  await answer(ada, 'The bridge was closed, as it is each Monday.')
  expect(await subjects(bola)).toEqual(['Ada Okafor answered your review'])
  expect(await answerNews(bola)).toMatchObject([{ count: 1 }])
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

test('[REVIEW-REPORT] [NOTICE-REPORTER] a reported review or answer stays until a moderator deletes it, with a mail to its author and to who reported it', async () => {
  const { id } = await review(bola, ada, { stars: 1, comment: 'A thief, like all of them.' })
  await ada.api('PATCH /api/reviews/:id/answer', { params: { id }, body: { answer: 'You fool.' } })
  const report = (by: TestUser, what: 'REVIEW' | 'ANSWER') =>
    by.api('POST /api/reviews/:id/report', { params: { id }, body: { what, reason: 'An insult.' } })
  await expect(report(bola, 'REVIEW')).rejects.toMatchObject({ status: 403 })
  const silent = await review(await t.user(), bola)
  const answerOf = { params: { id: silent.id }, body: { what: 'ANSWER', reason: 'An insult.' } } as const
  await expect(ada.api('POST /api/reviews/:id/report', answerOf)).rejects.toMatchObject({ status: 404 })
  await report(bola, 'ANSWER')
  await report(ada, 'REVIEW')
  await expect(report(ada, 'REVIEW')).rejects.toMatchObject({ status: 409 })

  const [ofAnswer] = await queueOf(ada)
  expect(ofAnswer).toMatchObject({
    rule: 'ANSWER_REPORTED',
    reviews: [{ answer: 'You fool.', isHeld: false, report: { by: { id: bola.id }, reason: 'An insult.' } }],
  })
  await decide(ofAnswer?.id ?? 0, 'REJECT', 'No insults.')
  expect(await reviewsOf(ada)).toMatchObject([{ comment: 'A thief, like all of them.', answer: null }])
  const [ofReview] = await queueOf(bola)
  expect(ofReview?.rule).toBe('REVIEW_REPORTED')
  await decide(ofReview?.id ?? 0, 'REJECT', 'No insults.')
  expect([await reviewsOf(ada), await ratingOf(ada)]).toEqual([[], ['0.00', 0]])
  expect(await subjects(ada)).toContain('Your answer to Bola Ade was deleted')
  expect(await subjects(bola)).toContain('Your review of Ada Okafor was deleted')
  for (const reporter of [ada, bola]) expect(await subjects(reporter)).toContain('We acted on your report')

  // Gone before the decision, an answer is not deleted.
  const { id: third } = await review(await t.user(), ada, { stars: 3 })
  await ada.api('PATCH /api/reviews/:id/answer', { params: { id: third }, body: { answer: 'Thank you.' } })
  const body = { what: 'ANSWER', reason: 'A lie.' } as const
  await bola.api('POST /api/reviews/:id/report', { params: { id: third }, body })
  await ada.api('DELETE /api/reviews/:id/answer', { params: { id: third } })
  await decide((await queueOf(ada, 'OPEN'))[0]?.id ?? 0, 'REJECT')
  expect((await subjects(ada)).filter((subject) => subject?.includes('was deleted'))).toHaveLength(1)

  // Kept, it is as with listings: nothing was wrong, and mails about reports can be off.
  const [chidi, eve] = [await t.user(), await t.user()]
  const { id: kept } = await review(chidi, ada, { stars: 2, comment: 'Slow.' })
  for (const by of [ada, eve]) {
    await t.db
      .updateTable('users')
      .set({ notify_reports: by === ada })
      .where('id', '=', by.id)
      .execute()
    const body = { what: 'REVIEW', reason: 'I was not slow.' } as const
    await by.api('POST /api/reviews/:id/report', { params: { id: kept }, body })
    await decide((await queueOf(chidi, 'OPEN'))[0]?.id ?? 0, 'RELEASE')
  }
  expect((await t.mails(ada.email)).at(-1)).toMatchObject({ subject: 'We looked at your report' })
  expect(await subjects(eve)).toEqual([])
  expect(await reviewsOf(ada)).toHaveLength(2)
})

test('[REVIEW-BURST] of many reviews by new accounts the last ones wait for a moderator, and their authors read it', async () => {
  const crowd = await Promise.all(Array.from({ length: 6 }, () => t.user()))
  const posted = []
  for (const by of crowd) posted.push(await review(by, ada))
  expect(posted.map(({ waiting }) => waiting?.for)).toEqual([
    ...[undefined, undefined, undefined, undefined],
    ...['MODERATOR', 'MODERATOR'],
  ])
  // Neither an old account is held up, nor a new one that had a deal.
  const eve = await t.user()
  await deal(ada, eve, 20)
  for (const by of [bola, eve]) expect(await review(by, ada)).not.toHaveProperty('waiting')
  expect((await ratingOf(ada))[1]).toBe(6)

  const [item] = await queueOf(ada, 'OPEN')
  expect(item).toMatchObject({ rule: 'REVIEW_BURST', listing: null })
  expect(item?.reviews.map(({ reviewer, isHeld }) => [reviewer.id, isHeld])).toEqual(
    crowd.map(({ id }, index) => [id, index >= 4]).toReversed(),
  )
  await decide(item?.id ?? 0, 'RELEASE')
  expect((await ratingOf(ada))[1]).toBe(8)
  expect(await queueOf(ada, 'OPEN')).toEqual([])
  // What was decided counts no more.
  expect(await review(await t.user(), ada)).not.toHaveProperty('waiting')
})

test('[REVIEW-BURST] a review that is written anew while a moderator rejects it does not wait for that decision', async () => {
  for (const first of ['review', 'decision']) {
    const [owner, by] = [await t.user(), await t.user()]
    const { id: hold_id } = await t.db
      .insertInto('holds')
      .values({ kind: 'REVIEW', rule: 'REVIEW_BURST', owner_id: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const held = { hold_id, user_id: owner.id, reviewer_id: by.id }
    await t.db.insertInto('suspect_reviews').values(held).execute()
    await t.db
      .insertInto('waiting_reviews')
      .values({ ...held, id: 1_000_000 + hold_id, stars: 1 })
      .execute()
    const write = () => review(by, owner, { stars: 3 })
    const reject = () => decide(hold_id, 'REJECT', 'Nobody of them traded here.')
    const paused =
      first === 'review'
        ? order.pauseBefore<unknown>(/^insert into "waiting_reviews"/, write)
        : order.pauseBefore<unknown>(/^commit/, reject)
    await paused.reached
    const second = first === 'review' ? reject() : write()
    await endedOrBlocked(t, second)
    await paused.release()
    await second
    // Whichever came first: it was rejected with the other, or is shown.
    const rows = t.db.selectFrom('waiting_reviews').where('reviewer_id', '=', by.id)
    expect(await rows.selectAll().execute(), first).toEqual([])
  }
})

test('[REVIEW-BURST] [REVIEW-BLIND] a review that moderators hold waits for them alone; after a deal, for the other party’s alone', async () => {
  const { id: hold_id } = await t.db
    .insertInto('holds')
    .values({ kind: 'REVIEW', rule: 'REVIEW_BURST', owner_id: ada.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = { hold_id, user_id: ada.id, reviewer_id: bola.id }
  await t.db
    .insertInto('waiting_reviews')
    .values({ ...held, id: 2_000_000, stars: 1 })
    .execute()
  // The other party's review does not bring it out.
  await review(ada, bola)
  expect(await reviewsOf(ada)).toEqual([])
  await deal(ada, bola)
  const { waiting } = await review(bola, ada, { stars: 4 })
  expect(waiting?.for).toBe('OTHER_REVIEW')
  await t.db.insertInto('suspect_reviews').values(held).execute()
  await decide(hold_id, 'REJECT')
  await showDueReviews(t, new Date(waiting?.until ?? ''))
  expect(await reviewsOf(ada)).toMatchObject([{ stars: 4, proof: 'BOUGHT' }])
})

test('[REVIEW-BURST] [REVIEW-GONE] a review that is released while its author is banned does not count', async () => {
  const { id: hold_id } = await t.db
    .insertInto('holds')
    .values({ kind: 'REVIEW', rule: 'REVIEW_BURST', owner_id: ada.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('waiting_reviews')
    .values({ hold_id, user_id: ada.id, reviewer_id: bola.id, id: 3_000_000, stars: 1 })
    .execute()
  const banning = order.pauseBefore(/^commit/, () =>
    admin.api('POST /api/admin/users/:id/ban', { params: { id: bola.id }, body: {} }),
  )
  await banning.reached
  const released = decide(hold_id, 'RELEASE')
  await endedOrBlocked(t, released)
  await banning.release()
  await released
  expect(await ratingOf(ada)).toEqual(['0.00', 0])
})

test('[REVIEW-BURST] old accounts of one network count too; a rejection deletes the reviews and mails everyone concerned', async () => {
  const crowd = await Promise.all(Array.from({ length: 5 }, () => t.user()))
  for (const by of crowd) {
    await age(by, 30)
    // Of IPv6 a household has many.
    await createTokenSession(t, by, { ip: `2001:db8:7:7::${by.id}` })
    await review(by, ada, { stars: 1, comment: 'Bad.' })
  }
  const [item] = await queueOf(ada, 'OPEN')
  expect(item?.reviews).toHaveLength(5)
  expect(item?.reviews[0]).toMatchObject({ sameNetwork: 4, isHeld: true })
  const [leaver, ...others] = crowd
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: days(1) })
    .where('id', '=', leaver?.id ?? 0)
    .execute()
  await decide(item?.id ?? 0, 'REJECT', 'Nobody of them traded here.')
  expect([await reviewsOf(ada), await ratingOf(ada)]).toEqual([[], ['0.00', 0]])
  expect(await subjects(ada)).toContain('Reviews of you were deleted')
  for (const by of others) expect(await subjects(by)).toEqual(['Your review of Ada Okafor was deleted'])
  if (leaver) expect(await subjects(leaver)).toEqual([])
})

test('[REVIEW-BURST] an item of the queue shows 30 reviews, and says how many there are', async () => {
  const owner = await t.user()
  const { id: hold_id } = await t.db
    .insertInto('holds')
    .values({ kind: 'REVIEW', rule: 'REVIEW_BURST', owner_id: owner.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const crowd = await Promise.all(Array.from({ length: 31 }, () => t.user()))
  const pairs = crowd.map(({ id }) => ({ user_id: owner.id, reviewer_id: id }))
  await t.db
    .insertInto('reviews')
    .values(pairs.map((pair) => ({ ...pair, stars: 1, proof: 'TALKED' })))
    .execute()
  await t.db
    .insertInto('suspect_reviews')
    .values(pairs.map((pair) => ({ ...pair, hold_id })))
    .execute()
  const [item] = await queueOf(owner, 'OPEN')
  expect(item?.reviews).toHaveLength(30)
  expect(item?.reviewCount).toBe(31)
})

test('[REVIEW-RING] a cycle of three good reviews goes to the queue; reviews after deals are not held', async () => {
  const chidi = await t.user()
  await age(chidi, 30)
  await review(ada, bola)
  await review(bola, chidi)
  expect(await review(chidi, ada, { stars: 4 })).toMatchObject({ waiting: { for: 'MODERATOR', until: null } })
  const [item] = await queueOf(ada, 'OPEN')
  expect(item?.rule).toBe('REVIEW_RING')
  expect(item?.reviews.map(({ user, reviewer }) => [reviewer.id, user.id])).toEqual(
    expect.arrayContaining([
      [ada.id, bola.id],
      [bola.id, chidi.id],
      [chidi.id, ada.id],
    ]),
  )
  expect(await profileOf(ada, chidi)).toMatchObject({
    yourWaitingReview: { stars: 4, waiting: { for: 'MODERATOR', until: null } },
  })
  // Written anew without praise it waits as before.
  expect(await review(chidi, ada, { stars: 1 })).toMatchObject({ waiting: { for: 'MODERATOR', until: null } })
  await decide(item?.id ?? 0, 'REJECT')
  for (const who of [ada, bola, chidi]) expect(await reviewsOf(who)).toEqual([])

  // Two who traded praise each other: no ring.
  await deal(ada, bola)
  await review(ada, bola)
  await review(bola, ada)
  expect(await queueOf(ada, 'OPEN')).toEqual([])
  expect(await queueOf(bola, 'OPEN')).toEqual([])
})
