import { Pencil, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Listing } from '#shared/contract/listings.ts'
import { useAbsoluteUrl } from '#web/lib/page-context.ts'
import { paths } from '#web/lib/paths.ts'
import { shareLink } from '#web/lib/share.ts'
import { ContactButton } from './contact-button.tsx'

interface ListingActionsProps {
  listing: Listing
  isOwn: boolean
  showsSimilarFirst: boolean
  save: ReactNode
}

/** Actions on a listing on wide screens; phones have the bottom bar. */
export function ListingActions({ listing, isOwn, showsSimilarFirst, save }: ListingActionsProps) {
  const absolute = useAbsoluteUrl()
  return (
    <div className="hidden flex-wrap gap-3 md:flex">
      {isOwn ? (
        <a href={paths.editListing(listing.id)} className="button grow">
          <Pencil className="size-4" />
          Edit listing
        </a>
      ) : (
        <>
          <ContactButton
            listingId={listing.id}
            label="Chat with Seller"
            className={`min-h-12 w-full text-lg ${showsSimilarFirst ? 'button-outline' : ''}`}
          />
          {save}
        </>
      )}
      <button
        type="button"
        className="button button-outline grow noscript:hidden"
        onClick={() => shareLink(listing.title, absolute(paths.listing(listing.id)))}
      >
        <Share2 className="size-4" />
        Share
      </button>
    </div>
  )
}
