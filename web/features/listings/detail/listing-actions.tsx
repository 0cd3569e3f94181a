import { Pencil, Share2 } from 'lucide-react'
import { Link } from 'wouter'
import type { Listing } from '#shared/contract/listings.ts'
import { useAbsoluteUrl } from '#web/lib/origin.tsx'
import { paths } from '#web/lib/paths.ts'
import { shareLink } from '../share.ts'

/** What one can do with a listing on a wide screen; phones have the bar at their foot. */
export function ListingActions({ listing, isOwn }: { listing: Listing; isOwn: boolean }) {
  const absolute = useAbsoluteUrl()
  return (
    <div className="hidden gap-3 md:flex">
      {isOwn && (
        <Link href={paths.editListing(listing.id)} className="button grow">
          <Pencil aria-hidden className="size-4" />
          Edit listing
        </Link>
      )}
      <button
        type="button"
        className="button button-outline grow"
        onClick={() => shareLink(listing.title, absolute(paths.listing(listing.id)))}
      >
        <Share2 aria-hidden className="size-4" />
        Share
      </button>
    </div>
  )
}
