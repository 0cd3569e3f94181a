import { Clock, Eye, MapPin } from 'lucide-react'
import type { ShownCard } from '#shared/contract/catalogue.ts'
import type { Listing } from '#shared/contract/listings.ts'
import { formatNaira } from '#shared/money.ts'
import { pluralise, timeAgo, timeAgoInline } from '#web/lib/format.ts'
import { conditionLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'

/** What buyers look for first: price, title, place, date. */
export function Summary({ listing }: { listing: ShownCard }) {
  const now = useNow()
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-3xl font-extrabold tracking-tight tabular-nums">
          {formatNaira(listing.price)}
        </span>
        {listing.priceType === 'NEGOTIABLE' && <span className="badge badge-accent">Negotiable</span>}
      </p>
      <h1 dir="auto" className="mt-2 text-xl leading-snug font-bold md:text-2xl">
        {listing.title}
      </h1>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-muted">
        <li className="flex items-center gap-1.5 max-sm:w-full">
          <MapPin className="size-4" />
          {`${listing.lga}, ${listing.state}`}
        </li>
        <li className="flex items-center gap-1.5">
          <Clock className="size-4" />
          {timeAgo(listing.createdAt, now)}
          {listing.renewedAt && `, renewed ${timeAgoInline(listing.renewedAt, now)}`}
        </li>
        <li className="flex items-center gap-1.5">
          <Eye className="size-4" />
          {pluralise(listing.views, 'view')}
        </li>
      </ul>
      <p className="mt-3 flex flex-wrap gap-2">
        <a
          href={paths.category(listing.category.id)}
          className="chip relative min-h-9 px-3.5 after:absolute after:inset-x-0 after:-inset-y-1.5"
        >
          {listing.category.name}
        </a>
        <span className="badge px-3.5">{conditionLabels[listing.condition]}</span>
      </p>
    </div>
  )
}

/** Why the listing is not on offer (sold, reserved, hidden, ended), and whether a photo of it also appears elsewhere. */
export function StatusBanner({ listing, isOwn }: { listing: Listing; isOwn: boolean }) {
  const message = messageFor(listing, isOwn)
  const { moderationState, moderationReason, photoNotice } = listing
  if (!message && !photoNotice) return null
  return (
    <div className="rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
      {message && <p className="font-semibold">{message}</p>}
      {moderationState === 'HIDDEN' && moderationReason && (
        <p className="mt-1 text-sm whitespace-pre-line">Reason: {moderationReason}</p>
      )}
      {photoNotice && <p className="font-semibold">{photoNotice}</p>}
    </div>
  )
}

function messageFor(listing: Listing, isOwn: boolean): string | null | undefined {
  const { status, moderationState, moderationReason, reserved } = listing
  if (status === 'SOLD') return 'This item has been sold.'
  if (status !== 'HIDDEN') return reserved ? 'Reserved: a deal is agreed.' : undefined
  if (moderationState === 'PENDING_REVIEW') return moderationReason
  if (moderationState)
    return isOwn ? 'Our moderators hid this listing: only you can see it.' : 'Moderators hid this listing.'
  if (listing.endedAt)
    return isOwn ? 'This listing has ended: only you can see it.' : 'This listing has ended.'
  return isOwn ? 'You hid this listing: only you can see it.' : 'Its owner hid this listing.'
}
