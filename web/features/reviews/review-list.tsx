import { useState } from 'react'
import { Link } from 'wouter'
import type { Review } from '#shared/contract/users.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/stars.tsx'

/** Reviews that are shown before 'Show more reviews', and by each press of it. */
const step = 20

/** What others say of a user, newest first. */
export function ReviewList({ reviews }: { reviews: Review[] }) {
  const [count, setCount] = useState(step)
  return (
    <div>
      <ul className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 lg:grid-cols-1">
        {reviews.slice(0, count).map((review) => (
          <ReviewCard key={review.id} review={review} />
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

function ReviewCard({ review: { stars, comment, createdAt, reviewer } }: { review: Review }) {
  const now = useNow()
  return (
    <li className="card p-5">
      <div className="flex items-center gap-3">
        <Avatar url={reviewer.avatarUrl} name={reviewer.fullName} size={44} />
        <div className="min-w-0 grow">
          {reviewer.id === null ? (
            <span className="block truncate font-bold">{reviewer.fullName}</span>
          ) : (
            <Link href={paths.user(reviewer.id)} className="block truncate font-bold hover:underline">
              {reviewer.fullName}
            </Link>
          )}
          <span className="flex flex-wrap items-center gap-x-3 text-sm">
            <Stars rating={stars} full size={14} />
            <span className="text-muted">{timeAgo(createdAt, now)}</span>
          </span>
        </div>
      </div>
      {comment && <p className="mt-3 leading-relaxed whitespace-pre-line">{comment}</p>}
    </li>
  )
}
