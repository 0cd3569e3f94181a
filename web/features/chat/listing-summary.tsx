import { Link } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { formatNaira } from '#shared/money.ts'
import { paths } from '#web/lib/paths.ts'
import { ListingPicture } from './listing-picture.tsx'

/** What became of a listing, where that matters to who talks about it. */
export function listingMark({ status, deletedAt }: Thread['listing']): string | null {
  if (deletedAt) return 'Deleted'
  if (status === 'SOLD') return 'Sold'
  return status === 'HIDDEN' ? 'Hidden' : null
}

/** What the conversation is about. A listing that cannot be opened is no link. */
export function ListingSummary({ thread, isSeller }: { thread: Thread; isSeller: boolean }) {
  const { listing } = thread
  const isOpen = !listing.deletedAt && (listing.status !== 'HIDDEN' || isSeller)
  const look =
    'flex items-center gap-3 border-b border-line bg-surface px-3 py-2 md:px-4 [@media(max-height:26rem)]:hidden'
  if (!isOpen) return <div className={look}>{content(listing)}</div>
  return (
    <Link href={paths.listing(listing.id)} className={`${look} hover:bg-sunken`}>
      {content(listing)}
    </Link>
  )
}

function content(listing: Thread['listing']) {
  const mark = listingMark(listing)
  return (
    <>
      <ListingPicture photo={listing.photos[0]} size={48} isFaded={mark !== null} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{listing.title}</p>
        <p className="flex flex-wrap items-center gap-2">
          {listing.price === null ? (
            <span className="text-sm text-muted">No longer available</span>
          ) : (
            <span className="font-bold">{formatNaira(listing.price)}</span>
          )}
          {listing.priceType === 'NEGOTIABLE' && <span className="badge badge-accent">Negotiable</span>}
          {mark && <span className="badge border border-line-strong font-bold">{mark}</span>}
        </p>
      </div>
    </>
  )
}
