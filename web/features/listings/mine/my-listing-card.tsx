import { Eye, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import type { OwnListing } from '#shared/contract/listings.ts'
import { formatNaira } from '#shared/money.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Photo } from '#web/ui/photo.tsx'

const statusBadge: Record<OwnListing['status'], string> = {
  ACTIVE: 'badge badge-brand',
  SOLD: 'badge badge-accent',
  HIDDEN: 'badge',
}

interface MyListingCardProps {
  listing: OwnListing
  /** On the first screen: its picture is loaded at once. */
  priority: boolean
  deleting: boolean
  onDelete: () => void
}

/** One of one's own listings, with what can be done with it. */
export function MyListingCard({ listing, priority, deleting, onDelete }: MyListingCardProps) {
  const now = useNow()
  const { id, title, price, status, photos, createdAt, moderationState, moderationReason } = listing
  const cover = photos[0]
  return (
    <article
      aria-busy={deleting}
      className={`card flex flex-col overflow-hidden transition-opacity ${deleting ? 'opacity-50' : ''}`}
    >
      <div className="flex flex-1 gap-3.5 p-3">
        <div className={`relative shrink-0 ${status === 'ACTIVE' ? '' : 'opacity-75'}`}>
          {cover ? (
            <Photo
              photo={cover}
              alt=""
              sizes="112px"
              {...(priority ? { priority: 'eager' } : {})}
              className="aspect-square w-28 rounded-control object-cover"
            />
          ) : (
            <div className="grid aspect-square w-28 place-items-center rounded-control bg-sunken text-xs text-muted">
              No photo
            </div>
          )}
        </div>
        <div className="min-w-0 flex-1">
          <span className={statusBadge[status]}>{statusLabels[status]}</span>
          <h2 className="mt-1.5 line-clamp-2 leading-snug font-semibold">{title}</h2>
          <p className="mt-0.5 text-lg font-extrabold tabular-nums">{formatNaira(price)}</p>
          <p className="text-sm text-muted">{`Posted ${timeAgoInline(createdAt, now)}`}</p>
        </div>
      </div>
      {moderationState && (
        <p className="mx-3 mb-3 rounded-control bg-accent-soft px-3 py-2 text-sm whitespace-pre-line text-accent-ink">
          {moderationState === 'PENDING_REVIEW' ? (
            moderationReason
          ) : (
            <>
              <span className="font-semibold">Hidden by our moderators.</span>
              {moderationReason && ` Reason: ${moderationReason}`}
            </>
          )}
        </p>
      )}
      <div className="grid grid-cols-3 divide-x divide-line border-t border-line text-sm font-semibold">
        <Link href={paths.listing(id)} aria-label={`View ${title}`} className={action}>
          <Eye size={17} aria-hidden /> View
        </Link>
        <Link href={paths.editListing(id)} aria-label={`Edit ${title}`} className={action}>
          <Pencil size={16} aria-hidden /> Edit
        </Link>
        <button
          type="button"
          aria-label={`Delete ${title}`}
          disabled={deleting}
          onClick={onDelete}
          className={`${action} text-danger`}
        >
          <Trash2 size={16} aria-hidden /> Delete
        </button>
      </div>
    </article>
  )
}

const action =
  'flex min-h-11 items-center justify-center gap-2 transition-colors hover:bg-sunken focus-visible:-outline-offset-3'
