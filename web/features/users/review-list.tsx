import { Link } from 'wouter'
import type { Review } from '#shared/contract/users.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/stars.tsx'

/** What others say of a user, newest first. */
export function ReviewList({ reviews }: { reviews: Review[] }) {
  const now = useNow()
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {reviews.map(({ id, stars, comment, createdAt, reviewer }) => (
        <li key={id} className="card p-5">
          <div className="flex items-center gap-3">
            <Avatar url={reviewer.avatarUrl} name={reviewer.fullName} size={44} />
            <div className="min-w-0 grow">
              <Link href={paths.user(reviewer.id)} className="block truncate font-bold hover:underline">
                {reviewer.fullName}
              </Link>
              <span className="flex flex-wrap items-center gap-x-3 text-sm">
                <Stars rating={stars} full size={14} />
                <span className="text-muted">{timeAgo(createdAt, now)}</span>
              </span>
            </div>
          </div>
          {comment && <p className="mt-3 leading-relaxed whitespace-pre-line">{comment}</p>}
        </li>
      ))}
    </ul>
  )
}
