import { Eye, Pencil, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import type { OwnListing } from '#shared/contract/listings.ts'
import type { ListingStatistics } from '#shared/contract/sales.ts'
import { dayMs } from '#shared/limits.ts'
import { formatNaira } from '#shared/money.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { OjaMark } from '#web/ui/oja-mark.tsx'
import { Photo } from '#web/ui/photo.tsx'
import { Statistics } from './listing-statistics.tsx'

const statusBadge: Record<OwnListing['status'], string> = {
  ACTIVE: 'badge badge-brand',
  SOLD: 'badge badge-accent',
  HIDDEN: 'badge',
}

type Action = [action: MyListingAction, label: string]

const sell: Action = ['sell', 'Mark sold']
const actionsOf: Record<OwnListing['status'], Action[]> = {
  ACTIVE: [sell, ['lower', 'Lower the price'], ['hide', 'Hide']],
  SOLD: [['show', 'Show again']],
  HIDDEN: [['show', 'Show again'], sell],
}
const renew: Action = ['renew', 'Renew']
/** Days before its end from which on an active listing can be renewed here. */
const renewableDays = 7

export type MyListingAction = 'sell' | 'lower' | 'hide' | 'show' | 'renew'

interface MyListingCardProps {
  listing: OwnListing
  statistics: ListingStatistics | undefined
  /** On the first screen: its picture loads eagerly. */
  priority: boolean
  deleting: boolean
  onAction: (action: MyListingAction, press: MouseEvent) => void
  onDelete: () => void
  /** Below the reason of a listing that moderators hid. */
  note: ReactNode
}

export function MyListingCard({
  listing,
  statistics,
  priority,
  deleting,
  onAction,
  onDelete,
  note,
}: MyListingCardProps) {
  const now = useNow()
  const isLeaving = useSession()?.isLeaving
  const { id, title, price, status, photos, createdAt, moderationState, moderationReason, photoNotice } =
    listing
  const cover = photos[0]
  const soldTo = statistics?.soldTo
  const daysLeft = Math.ceil((Date.parse(listing.endsAt) - now) / dayMs)
  const ends = status === 'ACTIVE' && daysLeft <= renewableDays
  // Moderators decide when it is shown again. An account that waits for its deletion can only delete it.
  const actions =
    moderationState || isLeaving
      ? []
      : listing.endedAt
        ? [renew, sell]
        : [...(ends ? [renew] : []), ...actionsOf[status]]
  return (
    <article
      aria-busy={deleting}
      className={`card flex flex-col overflow-hidden transition-opacity has-[h2_a:focus-visible]:outline-3 has-[h2_a:focus-visible]:outline-offset-2 has-[h2_a:focus-visible]:outline-brand ${deleting ? 'opacity-50' : ''}`}
    >
      {/* A press anywhere here opens the listing. */}
      <div className="group relative flex flex-1 flex-wrap gap-3.5 p-3">
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
        {/* Below the picture where the price has no place beside it. */}
        <div className="max-w-full min-w-0 flex-1 basis-[min-content]">
          <span className={statusBadge[status]}>{listing.endedAt ? 'Expired' : statusLabels[status]}</span>
          <h2 className="mt-1.5 leading-snug font-semibold">
            <Link
              href={paths.listing(id)}
              dir="auto"
              className="line-clamp-2 group-hover:underline after:absolute after:inset-0 focus-visible:outline-none"
            >
              {title}
            </Link>
          </h2>
          <p className="mt-0.5 min-w-[8rem] text-lg font-extrabold wrap-break-word tabular-nums">
            {formatNaira(price)}
          </p>
          <p className="text-sm text-muted">{`Posted ${timeAgoInline(createdAt, now)}`}</p>
          {ends && (
            <p className="text-sm font-semibold text-accent-ink">
              {daysLeft <= 1 ? 'Ends within a day' : `Ends in ${daysLeft} days`}
            </p>
          )}
          {listing.endedAt && (
            <p className="text-sm text-muted">{`Ended ${timeAgoInline(listing.endedAt, now)}`}</p>
          )}
          {soldTo && <p className="text-sm text-muted">{`Sold to ${soldTo.fullName}`}</p>}
        </div>
      </div>
      {moderationState && (
        <p className={notice}>
          <OjaMark />{' '}
          {moderationState === 'PENDING_REVIEW' ? (
            moderationReason
          ) : (
            <>
              <span className="font-semibold">Hidden by our moderators.</span>
              {moderationReason && ` Reason: ${moderationReason}`}
              {note}
            </>
          )}
        </p>
      )}
      {photoNotice && (
        <p className={notice}>
          <OjaMark /> {photoNotice}
        </p>
      )}
      <Statistics title={title} views={listing.views} statistics={statistics} />
      <div className="flex flex-wrap gap-2 px-3 pb-3 noscript:hidden">
        {actions.map(([action, label]) => (
          <button
            key={action}
            type="button"
            aria-label={`${label}: ${title}`}
            aria-haspopup={action === 'sell' || action === 'lower' ? 'dialog' : undefined}
            disabled={deleting}
            onClick={(press) => onAction(action, press)}
            className="button button-outline flex-auto px-2 text-sm"
          >
            {label}
          </button>
        ))}
        <Link
          href={`${paths.sell}?like=${id}`}
          aria-label={`Sell a similar one: ${title}`}
          className="button button-outline flex-auto px-2 text-sm"
        >
          Sell a similar one
        </Link>
        {soldTo && !soldTo.youReviewed && (
          <Link href={paths.review(soldTo.id)} className="button button-outline flex-auto px-2 text-sm">
            {`Review ${soldTo.fullName}`}
          </Link>
        )}
      </div>
      <div className="grid grid-cols-3 divide-x divide-line border-t border-line text-sm font-semibold">
        <Link href={paths.listing(id)} aria-label={`View ${title}`} className={action}>
          <Eye size={17} /> View
        </Link>
        <Link href={paths.editListing(id)} aria-label={`Edit ${title}`} className={action}>
          <Pencil size={16} /> Edit
        </Link>
        <button
          type="button"
          aria-label={`Delete ${title}`}
          disabled={deleting}
          onClick={onDelete}
          className={`${action} text-danger noscript:hidden`}
        >
          <Trash2 size={16} /> Delete
        </button>
      </div>
    </article>
  )
}

const notice =
  'mx-3 mb-3 rounded-control bg-accent-soft px-3 py-2 text-sm whitespace-pre-line text-accent-ink'
const action = 'flex min-h-11 flex-wrap items-center justify-center gap-x-2 transition-colors hover:bg-sunken'
