import type { Context } from '#server/context.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { cursorsOf, keysetPage, maxMicros } from '#server/core/keyset-pages.ts'
import { createKeyedMutex } from '#server/core/limits/keyed-mutex.ts'
import type { Memoize } from '#server/core/register-endpoints.ts'
import { authorizeOwner } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inBatches, inTransaction } from '#server/db/transaction.ts'
import {
  holdReported,
  judgeReview,
  type RemovedReview,
  waitForBans,
} from '#server/features/moderation/moderation.public.ts'
import { notify, notifyWithMail } from '#server/features/notifications/notifications.public.ts'
import { readProfile } from '#server/features/users/users.public.ts'
import type { QueueRule } from '#shared/contract/moderation-queue.ts'
import type { PostedReview, Review, ReviewDraft } from '#shared/contract/users.ts'
import { AppError } from '#shared/errors.ts'
import { limits, maxId } from '#shared/limits.ts'
import { claimDealsToReview, findRequests } from './review-requests.db.ts'
import {
  deleteRejected,
  findDueReviews,
  findProofAndWait,
  findReview,
  findReviews,
  findWaitingReview,
  lockReview,
  lockReviewed,
  publishReviews,
  type ReviewsToPublish,
  saveReview,
  type WaitsFor,
  writeAnswer,
} from './reviews.db.ts'
import { answeredReviewMail, newReviewMail, reviewAskedMail } from './reviews.mails.ts'

type Services = Pick<Context, 'db' | 'env' | 'jobs'>

/** Queues reviews of the same user here, so that they hold no database connection while they wait; at most 100, since many may review one seller. */
const mutex = createKeyedMutex<number>(100)

const cursors = cursorsOf({ rank: 3, micros: maxMicros, id: maxId })

/** A page of the reviews of a user, proven ones first; throws NOT_FOUND like `readProfile`, VALIDATION_FAILED for an invalid cursor. */
export async function listReviewsOf(
  db: Db,
  userId: number,
  viewer: Viewer | null,
  memoize: Memoize,
  cursor: string | undefined,
) {
  const position = cursor === undefined ? null : cursors.read(cursor)
  const { ratingCount } = await readProfile(db, userId, viewer, memoize)
  const size = limits.page.default
  const found = ratingCount === 0 ? [] : await findReviews(db, userId, position, size + 1)
  return keysetPage(found, size, (last) => cursors.write(last.position))
}

/**
 * Reviews a user, who is notified by mail; replaces an earlier review without a mail. After a deal it waits for the other party's
 * review, and shows that one if it waited. Throws FORBIDDEN for oneself and if the user blocked the reviewer, NOT_FOUND for a user
 * without a public profile.
 */
export async function reviewUser(
  { db, env, jobs }: Services,
  viewer: Viewer,
  userId: number,
  draft: ReviewDraft,
): Promise<PostedReview> {
  if (userId === viewer.id) throw new AppError('FORBIDDEN', 'You cannot review yourself.')
  const reviewerId = viewer.id
  const post = async (tx: Tx): Promise<PostedReview> => {
    const user = await lockReviewed(tx, userId, reviewerId)
    if (!user?.isPublic) throw new AppError('NOT_FOUND', 'There is no such user.')
    const { proof, waitsUntil, heldFor, isBlocked } = await findProofAndWait(tx, userId, reviewerId)
    if (isBlocked) throw new AppError('FORBIDDEN', 'This user takes no reviews from you.')
    const review = { ...draft, userId, reviewerId, proof }
    const hold = heldFor ?? (await judgeReview(tx, env, review))
    const hadDeal = proof === 'BOUGHT' || proof === 'SOLD'
    const waitsFor: WaitsFor | null = waitsUntil
      ? { until: waitsUntil }
      : hold !== null && !hadDeal
        ? { hold }
        : null
    await saveReview(tx, review, waitsFor)
    if (waitsFor) {
      const waiting = waitsUntil
        ? { for: 'OTHER_REVIEW' as const, until: waitsUntil.toISOString() }
        : { for: 'MODERATOR' as const, until: null }
      return { ...(await findWaitingReview(tx, userId, reviewerId)), waiting }
    }
    const shown = await show({ tx, jobs }, { between: [userId, reviewerId] })
    const own = shown.find((one) => one.userId === userId)
    if (!own) throw new Error('The review was not found after its own insert.')
    return own.review
  }
  return mutex(userId, () => inTransaction(db, post))
}

/** Publishes waiting reviews; notifies the reviewed users about first reviews by an author. */
async function show({ tx, jobs }: { tx: Tx; jobs: Jobs }, which: ReviewsToPublish) {
  const shown = []
  for (const { id, userId, isNew, wantsMail, email: to, fullName: name } of await publishReviews(tx, which)) {
    const review = await findReview(tx, id)
    const notification = { userId, kind: 'REVIEW', subjectId: id, actorId: review.reviewer.id } as const
    if (isNew)
      await notifyWithMail(
        { tx, jobs },
        notification,
        wantsMail ? newReviewMail({ to, name, userId, review }) : null,
      )
    shown.push({ userId, review })
  }
  return shown
}

/** Publishes the reviews whose wait for the other party's review is over at `now`. Several servers may run it at once. */
export async function showDueReviews({ db, jobs }: Pick<Context, 'db' | 'jobs'>, now: Date): Promise<void> {
  for (;;) {
    const due = await findDueReviews(db, now)
    for (const { userId, reviewerId } of due) {
      await inTransaction(db, async (tx) => {
        await lockReviewed(tx, userId, reviewerId)
        await show({ tx, jobs }, { between: [userId, reviewerId] })
      })
    }
    if (due.length === 0) return
  }
}

/**
 * Asks both parties to a deal for a review, by mail too where they want it, a day after it was completed, unless they wrote one.
 * Several servers may run it at once.
 */
export async function askForReviews({ db, jobs }: Pick<Context, 'db' | 'jobs'>, now: Date): Promise<void> {
  await inBatches(db, async (tx) => {
    const dealIds = await claimDealsToReview(tx, now)
    const requests = await findRequests(tx, dealIds, now)
    const notifications = requests.map(({ userId, dealId, listingId, otherId }) => {
      return { userId, kind: 'REVIEW_ASK', subjectId: dealId, listingId, actorId: otherId } as const
    })
    await notify({ tx, jobs }, notifications)
    for (const { userId, email: to, fullName: name, otherId, otherName, title, wantsMail } of requests) {
      const other = { id: otherId, fullName: otherName }
      if (wantsMail) await jobs.enqueueMail(tx, reviewAskedMail({ to, name, userId, other, title }))
    }
    return dealIds.length
  })
}

/**
 * Writes, replaces or (null) takes back the public answer to a review; the reviewer gets a mail about the first one. Throws NOT_FOUND
 * for a review that is not shown, FORBIDDEN for everyone but the reviewed user.
 */
export async function answerReview(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  viewer: Viewer,
  id: number,
  answer: string | null,
): Promise<Review> {
  return inTransaction(db, async (tx) => {
    const found = await lockReview(tx, id)
    if (!found) throw new AppError('NOT_FOUND', 'There is no such review.')
    const own = authorizeOwner(
      found,
      found.userId,
      viewer,
      'Only the reviewed person can answer this review.',
    )
    const wasNotified = await writeAnswer(tx, own, answer)
    const review = await findReview(tx, id)
    // An answer that was taken back and written again is no news: it could be repeated without end.
    if (own.answer === null && answer !== null && !wasNotified) {
      const reader = { to: own.email, name: own.fullName, reviewerId: own.reviewerId }
      const mail = answeredReviewMail({ ...reader, answerer: viewer, review, answer })
      const notification = {
        userId: own.reviewerId,
        kind: 'REVIEW_ANSWER',
        subjectId: id,
        actorId: viewer.id,
      } as const
      await notifyWithMail({ tx, jobs }, notification, own.wantsMail ? mail : null)
    }
    return review
  })
}

/**
 * Reports a review or its answer to the administrators. Throws NOT_FOUND for one that is not shown, FORBIDDEN for what the viewer wrote,
 * CONFLICT while a report of it is open.
 */
export async function reportReview(
  db: Db,
  viewer: Viewer,
  id: number,
  { what, reason }: { what: 'REVIEW' | 'ANSWER'; reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const review = await lockReview(tx, id)
    if (!review || (what === 'ANSWER' && review.answer === null))
      throw new AppError('NOT_FOUND', 'There is no such review.')
    const authorId = what === 'REVIEW' ? review.reviewerId : review.userId
    if (authorId === viewer.id) throw new AppError('FORBIDDEN', 'You cannot report what you wrote.')
    const rule = what === 'REVIEW' ? 'REVIEW_REPORTED' : 'ANSWER_REPORTED'
    if (!(await holdReported(tx, { rule, review, reporterId: viewer.id, reason })))
      throw new AppError('CONFLICT', 'This was reported already. Our moderators will look at it.')
  })
}

/** Applies a moderator's decision: publishes the waiting reviews of an item, or deletes its reviews (of a reported answer, the answer). */
export async function settleReviews(
  { tx, jobs }: { tx: Tx; jobs: Jobs },
  { id, rule }: { id: number; rule: QueueRule },
  decision: 'RELEASE' | 'REJECT',
): Promise<RemovedReview[]> {
  if (decision === 'REJECT') return deleteRejected(tx, id, rule === 'ANSWER_REPORTED' ? 'ANSWER' : 'REVIEW')
  await waitForBans(tx)
  await show({ tx, jobs }, { hold: id })
  return []
}
