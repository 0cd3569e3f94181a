import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { formatNaira } from '#shared/money.ts'
import { paths } from '#web/lib/paths.ts'
import { markOld } from '#web/lib/refresh-changed.ts'
import { ListingPicture } from './listing-picture.tsx'

/** Label of a listing's state, if it matters for the conversation. */
export function listingMark({ status, deletedAt }: Thread['listing']): string | null {
  if (deletedAt) return 'Deleted'
  if (status === 'SOLD') return 'Sold'
  return status === 'HIDDEN' ? 'Hidden' : null
}

/** The conversation's listing. A listing that cannot be opened is no link. */
export function ListingSummary({
  thread,
  isSeller,
  onOffer,
}: {
  thread: Thread
  isSeller: boolean
  /** Null where nobody can offer. */
  onOffer: (() => void) | null
}) {
  const { listing } = thread
  const client = useQueryClient()
  const href = paths.listing(listing.id)
  const isOpen = !listing.deletedAt && (listing.status !== 'HIDDEN' || isSeller)
  const styles = 'flex min-w-0 flex-1 basis-[8rem] items-center gap-3'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-2 md:px-4">
      {isOpen ? (
        <Link
          href={href}
          // The tab may have read its page before what is shown here.
          onClick={() => markOld(client, href)}
          className={`${styles} hover:bg-sunken`}
        >
          {content(listing)}
        </Link>
      ) : (
        <div className={styles}>{content(listing)}</div>
      )}
      {onOffer && (
        <button
          type="button"
          aria-label="Make an offer"
          className="button button-outline shrink-0 px-3 noscript:hidden"
          onClick={onOffer}
        >
          Offer
        </button>
      )}
    </div>
  )
}

function content(listing: Thread['listing']) {
  const mark = listingMark(listing)
  return (
    <>
      <ListingPicture photo={listing.photos[0]} size={48} isFaded={mark !== null} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-sm font-medium">
          {listing.title}
        </p>
        <p className="flex flex-wrap items-center gap-2">
          {listing.price === null ? (
            <span className="text-sm text-muted">No longer available</span>
          ) : (
            <span className="font-bold">{formatNaira(listing.price)}</span>
          )}
          {listing.priceType === 'NEGOTIABLE' && <span className="badge badge-accent">Negotiable</span>}
          {listing.reserved && !mark && <span className="badge badge-accent">Reserved</span>}
          {mark && <span className="badge border border-line-strong font-bold">{mark}</span>}
        </p>
      </div>
    </>
  )
}
