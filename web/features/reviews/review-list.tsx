import { useState } from 'react'
import type { Profile, Review } from '#shared/contract/users.ts'
import { ReviewCard } from './review-card.tsx'

/** Number of reviews before 'Show more reviews', and per press of it. */
const step = 20

/** Reviews of a user, in the server's order: proven ones first. */
export function ReviewList({ reviews, of }: { reviews: Review[]; of: Profile }) {
  const [count, setCount] = useState(step)
  return (
    <div>
      <ul className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 lg:grid-cols-1">
        {reviews.slice(0, count).map((review) => (
          <ReviewCard key={review.id} review={review} of={of} />
        ))}
      </ul>
      {reviews.length > count && (
        <button
          type="button"
          className="button button-outline mx-auto mt-6 flex noscript:hidden"
          onClick={() => setCount(count + step)}
        >
          Show more reviews
        </button>
      )}
    </div>
  )
}
