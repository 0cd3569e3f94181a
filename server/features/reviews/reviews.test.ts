import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Review } from '#shared/contract/users.ts'
import { readPageInfo } from '#shared/pagination.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { ratingOf, review, reviewsOf } from '#tests/support/reviews.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser
let order: Interleaving

beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
})
afterAll(() => {
  order.stop()
  return t.close()
})
beforeEach(async () => {
  ada = await t.user({ fullName: 'Ada Okafor' })
  bola = await t.user({ fullName: 'Bola Ade' })
})

const setUser = (user: TestUser, fields: Record<string, Date | boolean | null>) =>
  t.db.updateTable('users').set(fields).where('id', '=', user.id).execute()
const comments = async (of: TestUser) => (await reviewsOf(t, of)).map(({ comment }) => comment)

test('[CALL-REVIEWS-POST] [CALL-USER] [ENTITY-REVIEW] a review is shown with its reviewer, the newest first, and counts in the rating', async () => {
  const chidi = await t.user()
  expect(await ratingOf(t, ada)).toEqual(['0.00', 0])
  const posted = await review(bola, ada, { stars: 5, comment: '  Prompt and kind.\r\nAll was there.  ' })
  expect(posted).toEqual({
    id: expect.any(Number),
    stars: 5,
    comment: 'Prompt and kind.\nAll was there.',
    createdAt: expect.any(String),
    proof: null,
    answer: null,
    answeredAt: null,
    reviewer: { id: bola.id, fullName: 'Bola Ade', avatarUrl: null },
  })
  await review(chidi, ada, { stars: 4 })
  const found = await reviewsOf(t, ada)
  expect(found.map(({ stars }) => stars)).toEqual([4, 5])
  expect(found[1]).toEqual(posted)
  expect(await ratingOf(t, ada)).toEqual(['4.50', 2])
})

test('[SPEC-V1] [LIMIT-REVIEW] stars are 1 to 5, a comment at most 1000 characters; an empty one is none', async () => {
  for (const stars of [0, 6, 2.5, -1, '5' as never, undefined as never, null as never]) {
    await expect(review(bola, ada, { stars })).rejects.toMatchObject({
      status: 400,
      problem: { detail: 'Please choose 1 to 5 stars', errors: [{ path: 'stars' }] },
    })
  }
  await expect(review(bola, ada, { stars: 4, comment: 'x'.repeat(1001) })).rejects.toMatchObject({
    status: 400,
    problem: { detail: 'A comment has at most 1000 characters' },
  })
  expect(await ratingOf(t, ada)).toEqual(['0.00', 0])
  for (const comment of ['', ' \n ', undefined]) {
    expect(
      await review(bola, ada, { stars: 4, ...(comment === undefined ? {} : { comment }) }),
    ).toMatchObject({
      comment: null,
    })
  }
  const long = 'x'.repeat(1000)
  expect(await review(bola, ada, { stars: 4, comment: long })).toMatchObject({ comment: long })
})

test('[CALL-USER] reviews come 24 at a time, and the next page begins where this one ended also if its last review was deleted', async () => {
  const reviewers = []
  for (let count = 0; count < 50; count += 1) reviewers.push(await t.user())
  // Of each kind some, and several at the same time.
  const proofs = [null, 'TALKED', 'BOUGHT', 'SOLD'] as const
  const created_at = new Date(Date.now() - 60_000)
  await t.db
    .insertInto('reviews')
    .values(
      reviewers.map(({ id }, index) => ({
        ...{ user_id: ada.id, reviewer_id: id, stars: 1 + (index % 5), proof: proofs[index % 4] ?? null },
        created_at: index % 3 === 0 ? created_at : new Date(),
      })),
    )
    .execute()
  const read = async (url: string) => {
    const answer = await t.app.inject(url)
    const next = readPageInfo({ get: (name) => (answer.headers[name] as string | undefined) ?? null }).next
    return { reviews: answer.json<Review[]>(), next }
  }
  const url = `/api/users/${ada.id}/reviews`
  const pages: Review[][] = []
  for (let next: string | null = url; next; ) {
    const page = await read(next)
    pages.push(page.reviews)
    next = page.next
  }
  expect(pages.map((page) => page.length)).toEqual([24, 24, 2])
  const rank = ({ proof }: Review) => (proof === null ? 3 : proof === 'TALKED' ? 2 : 1)
  const all = pages.flat()
  expect(new Set(all.map(({ id }) => id)).size).toBe(50)
  expect(all).toEqual(
    all.toSorted(
      (a, b) => rank(a) - rank(b) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id,
    ),
  )
  const { reviewCounts: counts } = await t.visitor('GET /api/users/:id', { params: { id: ada.id } })
  const count = (fits: (one: Pick<Review, 'stars' | 'proof'>) => boolean) => [
    counts.filter(fits).reduce((sum, one) => sum + one.count, 0),
    all.filter(fits).length,
  ]
  for (const stars of [1, 2, 3, 4, 5]) expect(count((one) => one.stars === stars)).toEqual([10, 10])
  for (const proof of proofs) expect(new Set(count((one) => one.proof === proof)).size).toBe(1)

  const first = await read(url)
  await t.db
    .deleteFrom('reviews')
    .where('id', '=', first.reviews.at(-1)?.id ?? 0)
    .execute()
  const { reviews } = await read(first.next ?? '')
  expect(reviews.map(({ id }) => id)).toEqual(pages[1]?.map(({ id }) => id))
  for (const cursor of ['x', '1', '4-1-1', '1-1-', '1-1-99999999999'])
    expect((await t.app.inject(`${url}?cursor=${cursor}`)).json()).toMatchObject({
      status: 400,
      detail: 'This link to the next page is no longer good. Please start from the first page.',
    })
})

test('[REVIEW-REPLACE] one review by each reviewer: a second one replaces the first and is the newest', async () => {
  const chidi = await t.user()
  const first = await review(bola, ada, { stars: 1, comment: 'Came late.' })
  await review(chidi, ada, { stars: 4, comment: 'Good.' })
  const second = await review(bola, ada, { stars: 4 })
  expect(second.id).toBe(first.id)
  expect(Date.parse(second.createdAt)).toBeGreaterThan(Date.parse(first.createdAt))
  expect(await comments(ada)).toEqual([null, 'Good.'])
  expect(await ratingOf(t, ada)).toEqual(['4.00', 2])
  const seen = await bola.api('GET /api/users/:id', { params: { id: ada.id } })
  expect(seen.yourReview).toEqual({ stars: 4, comment: null, createdAt: second.createdAt })
  expect(await t.visitor('GET /api/users/:id', { params: { id: ada.id } })).not.toHaveProperty('yourReview')
})

test('[MAY-REVIEW] visitors cannot review, nor anyone themselves or an unknown user', async () => {
  await expect(
    t.visitor('POST /api/users/:id/reviews', { params: { id: ada.id }, body: { stars: 5 } }),
  ).rejects.toMatchObject({ status: 401 })
  await expect(review(ada, ada, { stars: 5 })).rejects.toMatchObject({
    status: 403,
    problem: { detail: 'You cannot review yourself.' },
  })
  const missing = { status: 404, problem: { detail: 'There is no such user.' } }
  await expect(review(bola, { ...ada, id: 2_000_000_000 }, { stars: 5 })).rejects.toMatchObject(missing)
  for (const field of ['banned_at', 'deletion_due_at', 'deleted_at']) {
    await setUser(ada, { [field]: new Date() })
    await expect(review(bola, ada, { stars: 5 })).rejects.toMatchObject(missing)
    await setUser(ada, { [field]: null })
  }
  await setUser(ada, { email_verified_at: null })
  await expect(review(bola, ada, { stars: 5 })).rejects.toMatchObject(missing)
})

test('[MAY-REVIEW] a blocked user cannot review the blocker; the blocker can review', async () => {
  await t.db.insertInto('blocks').values({ blocker_id: ada.id, blocked_id: bola.id }).execute()
  await expect(review(bola, ada, { stars: 1 })).rejects.toMatchObject({
    status: 403,
    problem: { detail: 'This user takes no reviews from you.' },
  })
  expect(await review(ada, bola, { stars: 1 })).toMatchObject({ stars: 1 })
  const takesNone = async (who: Pick<TestUser, 'api'>, user: TestUser) =>
    (await who.api('GET /api/users/:id', { params: { id: user.id } })).takesNoReviewFromYou
  expect(await takesNone(bola, ada)).toBe(true)
  for (const who of [ada, await t.user(), { api: t.visitor }])
    expect(await takesNone(who, ada)).toBeUndefined()
  expect(await takesNone(ada, bola)).toBeUndefined()
})

test('[MAY-REVIEW] a review that waits while the reviewed user blocks its author is refused', async () => {
  const blocking = order.pauseBefore(/^commit/, () =>
    ada.api('POST /api/blocks', { body: { userId: bola.id } }),
  )
  await blocking.reached
  const refused = review(bola, ada, { stars: 1 }).catch((error) => error)
  await endedOrBlocked(t, refused)
  await blocking.release()
  expect(await refused).toMatchObject({ status: 403 })
  expect(await reviewsOf(t, ada)).toEqual([])
})

describe('mail', () => {
  test('[REVIEW-MAIL] the reviewed user gets a mail about the first review, with links to it and to the switch', async () => {
    await review(bola, ada, { stars: 5, comment: 'Prompt and kind.' })
    await review(bola, ada, { stars: 2, comment: 'I changed my mind.' })
    const mails = await t.mails(ada.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Bola Ade reviewed you on Oja')
    for (const part of [
      '5 of 5 stars',
      'Prompt and kind.',
      `/users/${ada.id}?tab=reviews`,
      '/login?next=%2Fsettings',
    ])
      expect(mails[0]?.text).toContain(part)
    expect(await t.mails(bola.email)).toEqual([])
  })

  test('[REVIEW-MAIL] no mail is sent when mails about reviews are off', async () => {
    await setUser(ada, { notify_reviews: false })
    await review(bola, ada, { stars: 5 })
    expect(await t.mails(ada.email)).toEqual([])
  })
})

test('[REVIEW-GONE] reviews of a banned reviewer are neither shown nor counted until the ban ends', async () => {
  const chidi = await t.user()
  await review(bola, ada, { stars: 1 })
  await review(bola, chidi, { stars: 1 })
  await review(chidi, ada, { stars: 4 })
  await setUser(bola, { banned_at: new Date() })
  const { id } = await t.db
    .selectFrom('reviews')
    .select('id')
    .where('reviewer_id', '=', bola.id)
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  await expect(
    ada.api('PATCH /api/reviews/:id/answer', { params: { id }, body: { answer: 'No.' } }),
  ).rejects.toMatchObject({ status: 404 })
  expect(await ratingOf(t, ada)).toEqual(['4.00', 1])
  expect(await reviewsOf(t, ada)).toHaveLength(1)
  expect(await ratingOf(t, chidi)).toEqual(['0.00', 0])
  await setUser(bola, { banned_at: null })
  expect(await ratingOf(t, ada)).toEqual(['2.50', 2])
  expect(await ratingOf(t, chidi)).toEqual(['1.00', 1])
})

test('[REVIEW-GONE] a review by somebody who is banned at the same moment does not count', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  const writing = order.pauseBefore(/^commit/, () => review(bola, ada, { stars: 1 }))
  await writing.reached
  const banned = admin.api('POST /api/admin/users/:id/ban', { params: { id: bola.id }, body: {} })
  await endedOrBlocked(t, banned)
  await writing.release()
  await banned
  expect(await reviewsOf(t, ada)).toEqual([])
  expect(await ratingOf(t, ada)).toEqual(['0.00', 0])
})

test('[REVIEW-GONE] reviews of a deleted account stay, without the name', async () => {
  await review(bola, ada, { stars: 4, comment: 'Good.' })
  await setUser(bola, { deletion_due_at: new Date() })
  expect(await reviewsOf(t, ada)).toMatchObject([
    { comment: 'Good.', reviewer: { id: null, fullName: 'Former member', avatarUrl: null } },
  ])
  expect(await ratingOf(t, ada)).toEqual(['4.00', 1])
  await t.db.deleteFrom('users').where('id', '=', bola.id).execute()
  expect(await ratingOf(t, ada)).toEqual(['0.00', 0])
})

test('[REVIEW-CONCURRENT] simultaneous reviews and changes leave the rating of the shown reviews', async () => {
  const reviewers = await Promise.all(Array.from({ length: 24 }, () => t.user()))
  const rounds = [1, 2, 3].flatMap((round) =>
    reviewers.map((reviewer, index) => ({ reviewer, stars: ((index * 7 + round * 3) % 5) + 1 })),
  )
  const admin = await t.user({ role: 'ADMIN' })
  const bans = reviewers
    .slice(0, 6)
    .map(({ id }) => admin.api('POST /api/admin/users/:id/ban', { params: { id }, body: {} }))
  const answers = await Promise.allSettled([
    ...rounds.map(({ reviewer, stars }) => review(reviewer, ada, { stars })),
    // They review one another too, and some are banned meanwhile.
    ...reviewers.map((reviewer, index) => review(reviewer, reviewers[(index + 1) % 24] ?? ada, { stars: 3 })),
    ...bans,
  ])
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  // A user banned in time was refused, as the reviewer or as the one to be reviewed.
  for (const { status } of failed) expect([401, 404]).toContain(status)

  const shown = await reviewsOf(t, ada)
  expect(shown.length).toBe(18)
  expect(new Set(shown.map(({ reviewer }) => reviewer.id)).size).toBe(shown.length)
  const sum = shown.reduce((total, { stars }) => total + stars, 0)
  expect(await ratingOf(t, ada)).toEqual([(sum / shown.length).toFixed(2), shown.length])
  expect(await t.mails(ada.email)).toHaveLength(
    (await t.db.selectFrom('reviews').select('id').where('user_id', '=', ada.id).execute()).length,
  )
})

test('[REVIEW-LIMIT] reviews are rate limited, with Retry-After', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' })
  try {
    const [one, two] = [await strict.user(), await strict.user()]
    const post = () => one.api('POST /api/users/:id/reviews', { params: { id: two.id }, body: { stars: 5 } })
    await post()
    await post()
    await expect(post()).rejects.toMatchObject({ status: 429, problem: { retryAfter: expect.any(Number) } })
  } finally {
    await strict.close()
  }
})
