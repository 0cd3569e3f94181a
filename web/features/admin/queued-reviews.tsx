import { Star } from 'lucide-react'
import { Link } from 'wouter'
import type { QueueItem } from '#shared/contract/moderation-queue.ts'
import type { ReviewProof } from '#shared/contract/users.ts'
import { shortDate } from '#web/lib/dates.ts'
import { paths } from '#web/lib/paths.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { momentOf } from './texts.ts'
import { Thumb } from './wide-cells.tsx'

const proofs: Record<ReviewProof, string> = {
  BOUGHT: 'after a deal',
  SOLD: 'after a deal',
  TALKED: 'after a talk',
}

/** The reviews of a queue item, with their authors' age, what they rest on, and what ties them together. */
export function QueuedReviews({ item: { rule, reviews, reviewCount } }: { item: QueueItem }) {
  return (
    <div className="flex gap-3">
      <Thumb picture={null} Icon={Star} />
      <ul className="min-w-0 space-y-2">
        {reviews.length === 0 && <li className="text-muted">Nothing is left of it.</li>}
        {reviews.map(({ user, reviewer, stars, comment, answer, proof, report, ...review }) => (
          <li key={`${reviewer.id} ${user.id}`}>
            <p className="[overflow-wrap:anywhere]">
              <Link href={paths.user(reviewer.id)} className="font-semibold hover:underline">
                {reviewer.fullName}
              </Link>
              {` gave ${stars} of 5 to `}
              <Link href={`${paths.user(user.id)}?tab=reviews`} className="font-semibold hover:underline">
                {user.fullName}
              </Link>
            </p>
            {comment && <p className="line-clamp-3 [overflow-wrap:anywhere]">“{comment}”</p>}
            {rule === 'ANSWER_REPORTED' && answer && (
              <p className="line-clamp-3 [overflow-wrap:anywhere]">Answer: “{answer}”</p>
            )}
            {report &&
              report.text !== null &&
              report.text !== (rule === 'ANSWER_REPORTED' ? answer : comment) && (
                <p className="line-clamp-3 [overflow-wrap:anywhere]">When it was reported: “{report.text}”</p>
              )}
            {report && (
              <p className="mt-0.5 font-semibold [overflow-wrap:anywhere]">
                {report.by.fullName} reports: “{report.reason}”
              </p>
            )}
            <p className="text-xs text-muted">
              {[
                `account since ${shortDate(reviewer.createdAt)}`,
                proof ? proofs[proof] : 'neither deal nor talk',
                ...(review.sameNetwork > 0 ? [`same network as ${review.sameNetwork} of them`] : []),
                momentOf(review.createdAt),
                review.isHeld ? 'not shown yet' : 'shown',
              ].join(' · ')}
            </p>
          </li>
        ))}
        {reviewCount > reviews.length && (
          <li className="text-muted">{`And ${reviewCount - reviews.length} more.`}</li>
        )}
      </ul>
    </div>
  )
}

/** Copied photos of a queue item: each beside the other seller's. */
export function PhotoPairs({ item: { photos, listing } }: { item: QueueItem }) {
  if (!listing) return null
  return photos.map(({ photo, matchedPhoto, matchedListingId, mirrored }) => (
    <div key={photo} className="mt-1.5">
      <div className="flex gap-3">
        <Side url={photo} listingId={listing.id} label="This listing" />
        <Side url={matchedPhoto} listingId={matchedListingId} label="The other seller" />
      </div>
      {mirrored && <p className="mt-0.5 text-xs text-muted">One is the mirror image of the other.</p>}
    </div>
  ))
}

function Side({ url, listingId, label }: { url: string; listingId: number; label: string }) {
  return (
    <a href={paths.listing(listingId)} className="text-xs text-muted hover:underline">
      <Thumbnail url={url} size={112} />
      {label}
    </a>
  )
}
