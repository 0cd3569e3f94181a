import { scaleLimit } from '#server/bounds.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import type { ReviewProof } from '#shared/contract/users.ts'
import { thresholds } from '#shared/thresholds.ts'
import { findBurst, findRing, holdReviews, type ReviewPair } from './suspect-reviews.db.ts'

interface WrittenReview extends ReviewPair {
  stars: number
  proof: ReviewProof | null
}

/**
 * Puts a review that is written now into the review queue if it is part of a burst or a ring; returns the item's id, null if it is not.
 */
export async function judgeReview(tx: Tx, env: Env, review: WrittenReview): Promise<number | null> {
  const { userId, reviewerId, stars, proof } = review
  const hadDeal = proof === 'BOUGHT' || proof === 'SOLD'
  const burst = hadDeal ? [] : await findBurst(tx, { userId, reviewerId })
  const isInBurst = burst.some((other) => other.reviewerId === reviewerId)
  if (isInBurst && burst.length >= scaleLimit(env, thresholds.reviewBurst.reviews))
    return holdReviews(tx, 'REVIEW_BURST', userId, burst)

  if (stars < thresholds.reviewRing.stars) return null
  const ring = [
    ...(await findRing(tx, { userId, reviewerId, isProven: proof !== null })),
    { userId, reviewerId },
  ]
  const accounts = new Set(ring.flatMap((pair) => [pair.userId, pair.reviewerId]))
  return accounts.size < scaleLimit(env, thresholds.reviewRing.accounts)
    ? null
    : holdReviews(tx, 'REVIEW_RING', userId, ring)
}
