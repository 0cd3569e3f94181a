import type { Context } from '#server/context.ts'
import { createTurns } from '#server/core/limits/turns.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readProfile } from '#server/features/users/users.service.ts'
import type { Review, ReviewDraft } from '#shared/contract/users.ts'
import { AppError } from '#shared/errors.ts'
import { absoluteUrl } from '#shared/own-address.ts'
import { findReview, findReviews, lockReviewed, saveReview } from './reviews.db.ts'
import { newReviewMail } from './reviews.mails.ts'

/** Who waits to review the same user waits here, and holds no connection to the database meanwhile. */
// Many may review one seller at a time.
const inTurn = createTurns<number>(100)

/** The reviews of a user, the newest first; throws NOT_FOUND as `readProfile` does. */
export async function listReviewsOf(db: Db, userId: number, viewer: Viewer | null): Promise<Review[]> {
  await readProfile(db, userId, viewer)
  return findReviews(db, userId)
}

/**
 * Reviews a user, who is told by mail; again in place of one's earlier review, without a mail. Throws FORBIDDEN for oneself
 * and for whoever the user blocked, NOT_FOUND for one without a public profile. `origin` begins the links in the mail.
 */
export async function reviewUser(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  viewer: Viewer,
  userId: number,
  draft: ReviewDraft,
  origin: string,
): Promise<Review> {
  if (userId === viewer.id) throw new AppError('FORBIDDEN', 'You cannot review yourself.')
  const post = async (tx: Tx) => {
    const user = await lockReviewed(tx, userId, viewer.id)
    if (!user?.isPublic) throw new AppError('NOT_FOUND', 'There is no such user.')
    if (user.hasBlockedReviewer) throw new AppError('FORBIDDEN', 'This user takes no reviews from you.')
    const { id, isNew } = await saveReview(tx, userId, viewer.id, draft)
    const review = await findReview(tx, id)
    if (isNew && user.wantsMail) {
      const link = absoluteUrl(`/users/${userId}?tab=reviews`, origin)
      await jobs.enqueueMail(
        tx,
        newReviewMail({ to: user.email, review, link, settings: absoluteUrl('/settings', origin) }),
      )
    }
    return review
  }
  return inTurn(userId, () => inTransaction(db, post))
}
