import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { showDueReviews } from '#server/features/reviews/reviews.service.ts'
import { insertDeal } from '#tests/support/deals.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { ageAccounts, profileOf, ratingOf, review, reviewsOf } from '#tests/support/reviews.ts'
import { createTokenSession } from '#tests/support/sessions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

// The reviews that moderators look at: reported ones, many of one user in a short time, and rings.

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
  await ageAccounts(t, [ada, bola])
})

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const subjects = async (of: TestUser) => (await t.mails(of.email)).map(({ subject }) => subject)

const queueOf = async (owner: TestUser, decision?: 'OPEN') =>
  (await admin.api('GET /api/admin/held', { query: { kind: 'REVIEW', decision, limit: 100 } })).filter(
    (item) => item.owner.id === owner.id,
  )
const decide = (id: number, decision: 'RELEASE' | 'REJECT', reason?: string) =>
  admin.api('PATCH /api/admin/held/:id', { params: { id }, body: { decision, reason } })

/** Inserts an item of the queue about many reviews of the owner. */
async function insertHold(owner: TestUser): Promise<number> {
  const { id } = await t.db
    .insertInto('holds')
    .values({ kind: 'REVIEW', rule: 'REVIEW_BURST', owner_id: owner.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

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
  expect(await reviewsOf(t, ada)).toMatchObject([{ comment: 'A thief, like all of them.', answer: null }])
  const [ofReview] = await queueOf(bola)
  expect(ofReview?.rule).toBe('REVIEW_REPORTED')
  await decide(ofReview?.id ?? 0, 'REJECT', 'No insults.')
  expect([await reviewsOf(t, ada), await ratingOf(t, ada)]).toEqual([[], ['0.00', 0]])
  expect(await subjects(ada)).toContain('Your answer to Bola Ade was deleted')
  expect(await subjects(bola)).toContain('Your review of Ada Okafor was deleted')
  for (const reporter of [ada, bola]) {
    expect(await subjects(reporter)).toContain('We acted on your report')
    // That is for those whom deleted reviews are about.
    expect(await subjects(reporter)).not.toContain('Reviews of you were deleted')
  }

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
  expect(await reviewsOf(t, ada)).toHaveLength(2)
})

test('[REVIEW-REPORT] a moderator reads what was reported, also where its author changed it since; the decision ends that copy', async () => {
  const { id } = await review(bola, ada, { stars: 1, comment: 'Spends stolen money.' })
  await ada.api('PATCH /api/reviews/:id/answer', { params: { id }, body: { answer: 'Says the thief.' } })
  for (const [by, what] of [
    [ada, 'REVIEW'],
    [bola, 'ANSWER'],
  ] as const)
    await by.api('POST /api/reviews/:id/report', { params: { id }, body: { what, reason: 'A lie.' } })
  await review(bola, ada, { stars: 1, comment: 'Was late.' })
  await ada.api('PATCH /api/reviews/:id/answer', { params: { id }, body: { answer: 'By a minute.' } })
  for (const [owner, seen] of [
    [bola, { comment: 'Was late.', report: { text: 'Spends stolen money.' } }],
    [ada, { answer: 'By a minute.', report: { text: 'Says the thief.' } }],
  ] as const) {
    const [item] = await queueOf(owner, 'OPEN')
    expect(item?.reviews).toMatchObject([seen])
    expect((await decide(item?.id ?? 0, 'RELEASE')).reviews).toMatchObject([{ report: { text: null } }])
  }
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
  await insertDeal(t, ada, eve, 'COMPLETED', days(-20))
  for (const by of [bola, eve]) expect(await review(by, ada)).not.toHaveProperty('waiting')
  expect((await ratingOf(t, ada))[1]).toBe(6)

  const [item] = await queueOf(ada, 'OPEN')
  expect(item).toMatchObject({ rule: 'REVIEW_BURST', listing: null })
  expect(item?.reviews.map(({ reviewer, isHeld }) => [reviewer.id, isHeld])).toEqual(
    crowd.map(({ id }, index) => [id, index >= 4]).toReversed(),
  )
  await decide(item?.id ?? 0, 'RELEASE')
  expect((await ratingOf(t, ada))[1]).toBe(8)
  expect(await queueOf(ada, 'OPEN')).toEqual([])
  // What was decided counts no more.
  expect(await review(await t.user(), ada)).not.toHaveProperty('waiting')
})

test('[REVIEW-BURST] a review that is written anew while a moderator rejects it does not wait for that decision', async () => {
  for (const first of ['review', 'decision']) {
    const [owner, by] = [await t.user(), await t.user()]
    const hold_id = await insertHold(owner)
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
  const hold_id = await insertHold(ada)
  const held = { hold_id, user_id: ada.id, reviewer_id: bola.id }
  await t.db
    .insertInto('waiting_reviews')
    .values({ ...held, id: 2_000_000, stars: 1 })
    .execute()
  // The other party's review does not bring it out.
  await review(ada, bola)
  expect(await reviewsOf(t, ada)).toEqual([])
  await insertDeal(t, ada, bola, 'COMPLETED', new Date())
  const { waiting } = await review(bola, ada, { stars: 4 })
  expect(waiting?.for).toBe('OTHER_REVIEW')
  await t.db.insertInto('suspect_reviews').values(held).execute()
  await decide(hold_id, 'REJECT')
  await showDueReviews(t, new Date(waiting?.until ?? ''))
  expect(await reviewsOf(t, ada)).toMatchObject([{ stars: 4, proof: 'BOUGHT' }])
})

test('[REVIEW-BURST] [REVIEW-GONE] a review that is released while its author is banned does not count', async () => {
  const hold_id = await insertHold(ada)
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
  expect(await ratingOf(t, ada)).toEqual(['0.00', 0])
})

test('[REVIEW-BURST] old accounts of one network count too; a rejection deletes the reviews and mails everyone concerned', async () => {
  const crowd = await Promise.all(Array.from({ length: 5 }, () => t.user()))
  for (const by of crowd) {
    await ageAccounts(t, [by])
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
  expect([await reviewsOf(t, ada), await ratingOf(t, ada)]).toEqual([[], ['0.00', 0]])
  expect(await subjects(ada)).toContain('Reviews of you were deleted')
  for (const by of others) expect(await subjects(by)).toEqual(['Your review of Ada Okafor was deleted'])
  if (leaver) expect(await subjects(leaver)).toEqual([])
})

/** Inserts reviews that wait for this decision. */
async function insertSuspects(hold_id: number, pairs: { user_id: number; reviewer_id: number }[]) {
  await t.db
    .insertInto('reviews')
    .values(pairs.map((pair) => ({ ...pair, stars: 1, proof: 'TALKED' })))
    .execute()
  await t.db
    .insertInto('suspect_reviews')
    .values(pairs.map((pair) => ({ ...pair, hold_id })))
    .execute()
}

test('[REVIEW-BURST] the author of two reviews that are deleted together gets a mail about each, and one notification', async () => {
  const hold_id = await insertHold(ada)
  const [author, chidi] = [await t.user(), await t.user()]
  const pairs = [ada, chidi].map(({ id }) => ({ user_id: id, reviewer_id: author.id }))
  await insertSuspects(hold_id, pairs)
  await decide(hold_id, 'REJECT', 'Nobody of them traded here.')
  expect(await subjects(author)).toHaveLength(2)
  expect(await author.api('GET /api/notifications', { query: {} })).toMatchObject([{ kind: 'MODERATION' }])
})

test('[REVIEW-BURST] an item of the queue shows 30 reviews, and says how many there are', async () => {
  const owner = await t.user()
  const hold_id = await insertHold(owner)
  const crowd = await Promise.all(Array.from({ length: 31 }, () => t.user()))
  const pairs = crowd.map(({ id }) => ({ user_id: owner.id, reviewer_id: id }))
  await insertSuspects(hold_id, pairs)
  const [item] = await queueOf(owner, 'OPEN')
  expect(item?.reviews).toHaveLength(30)
  expect(item?.reviewCount).toBe(31)
})

test('[REVIEW-RING] the review of a cycle that follows a deal is shown, whichever side wrote it, and moderators look at the cycle', async () => {
  for (const proof of ['BOUGHT', 'SOLD'] as const) {
    const [one, two, three] = [await t.user(), await t.user(), await t.user()]
    await ageAccounts(t, [one, two, three])
    await review(one, two)
    await review(two, three)
    await (proof === 'BOUGHT' ? insertDeal(t, one, three) : insertDeal(t, three, one))
    await review(three, one)
    expect(await reviewsOf(t, one)).toMatchObject([{ proof }])
    expect(await queueOf(one, 'OPEN')).toMatchObject([{ rule: 'REVIEW_RING' }])
  }
})

test('[REVIEW-RING] a cycle of three good reviews goes to the queue; reviews after deals are not held', async () => {
  const chidi = await t.user()
  await ageAccounts(t, [chidi])
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
  expect(await profileOf(t, ada, chidi)).toMatchObject({
    yourWaitingReview: { stars: 4, waiting: { for: 'MODERATOR', until: null } },
  })
  // Written anew without praise it waits as before.
  expect(await review(chidi, ada, { stars: 1 })).toMatchObject({ waiting: { for: 'MODERATOR', until: null } })
  await decide(item?.id ?? 0, 'REJECT')
  for (const who of [ada, bola, chidi]) expect(await reviewsOf(t, who)).toEqual([])

  // Two who traded praise each other: no ring.
  await insertDeal(t, ada, bola, 'COMPLETED', new Date())
  await review(ada, bola)
  await review(bola, ada)
  expect(await queueOf(ada, 'OPEN')).toEqual([])
  expect(await queueOf(bola, 'OPEN')).toEqual([])
})
