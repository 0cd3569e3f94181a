import { createRandom, type Random } from '#server/demo/random.ts'
import { line } from './copy.ts'
import type { Market } from './market-model.ts'
import { table } from './tables.ts'

export const reviewColumns = 'reviews (user_id, reviewer_id, stars, comment, created_at, updated_at)'

const comments = [
  'Exactly as described, and very polite.',
  'Fast reply, fast delivery. No story.',
  'Good item, delivery took a day longer than promised.',
  'Better than the pictures. I will buy again.',
  'It is fine, but I had to ask many times before an answer.',
]

interface Review {
  reviewerId: number
  stars: number
  comment: string | null
  createdAt: string
}

const random = createRandom()

/**
 * The reviews that a user received: few for most sellers, many for early ones. Inactive users have written
 * none.
 */
function reviewsOf(market: Market, userId: number): Review[] {
  if (userId % 2 === 0) return []
  random.begin(table.reviews, userId)
  const count = Math.min(300, Math.floor(1.2 * ((1 - random.next()) ** -0.6 - 1)))
  const written = new Map<number, Review>()
  const standing = 3.2 + 1.8 * random.next()
  for (let left = count; left > 0; left -= 1) {
    const reviewerId = 2 + 2 * random.below(market.users / 2)
    const review = drawReview(random, standing, market, userId, reviewerId)
    if (!market.isInactive(reviewerId)) written.set(reviewerId, review)
  }
  return [...written.values()]
}

function drawReview(
  random: Random,
  standing: number,
  market: Market,
  userId: number,
  reviewerId: number,
): Review {
  const from = market.joinedAt(Math.max(userId, reviewerId))
  return {
    reviewerId,
    stars: Math.min(5, Math.max(1, Math.round(standing + 0.9 * random.normal()))),
    comment: random.chance(0.6) ? random.pick(comments) : null,
    createdAt: new Date(from + Math.floor(random.next() * (market.moment(1) - from))).toISOString(),
  }
}

/** The result of the triggers on `reviews`. */
export function ratingOf(market: Market, userId: number): { average: string; count: number } {
  const reviews = reviewsOf(market, userId)
  const sum = reviews.reduce((all, { stars }) => all + stars, 0)
  return { average: (reviews.length > 0 ? sum / reviews.length : 0).toFixed(2), count: reviews.length }
}

export function* reviewRows(market: Market): Generator<string> {
  for (let userId = 1; userId <= market.users; userId += 1)
    for (const { reviewerId, stars, comment, createdAt } of reviewsOf(market, userId))
      yield line(userId, reviewerId, stars, comment, createdAt, createdAt)
}
