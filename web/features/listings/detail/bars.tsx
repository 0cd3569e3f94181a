import { ArrowLeft, Pencil, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Listing } from '#shared/contract/listings.ts'
import { formatNaira } from '#shared/money.ts'
import { leadsBackToOja } from '#web/lib/leads-back.ts'
import { useAbsoluteUrl } from '#web/lib/origin.tsx'
import { paths } from '#web/lib/paths.ts'
import { shareLink } from '../share.ts'
import { ContactButton } from './contact-button.tsx'

/** Phones: back and share, always in reach at the top. */
export function MobileTopBar({ title, path }: { title: string; path: string }) {
  const absolute = useAbsoluteUrl()
  function goBack(event: React.MouseEvent) {
    // Somebody who came from a page of Oja finds their place again; a shared link's reader goes to Browse.
    if (!leadsBackToOja()) return
    event.preventDefault()
    history.back()
  }
  return (
    <div className="sticky top-0 z-30 flex items-center gap-1 border-b border-line bg-ground/95 px-1 py-1 backdrop-blur md:hidden">
      <a
        href={paths.browse}
        data-back
        onClick={goBack}
        aria-label="Back"
        className="button button-quiet button-icon"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </a>
      <p aria-hidden className="min-w-0 grow truncate text-sm font-semibold">
        {title}
      </p>
      <button
        type="button"
        aria-label="Share"
        className="button button-quiet button-icon noscript:hidden"
        onClick={() => shareLink(title, absolute(path))}
      >
        <Share2 aria-hidden className="size-5" />
      </button>
    </div>
  )
}

interface MobileActionBarProps {
  listing: Listing
  isOwn: boolean
  /** The button that saves it. */
  save: ReactNode
}

/** Phones: the price and the next step, always in reach of the thumb. */
export function MobileActionBar({ listing, isOwn, save }: MobileActionBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line bg-surface px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-raised md:hidden">
      {/* Whole, on a line of its own where there is no room beside the buttons. */}
      <p className="grow-999 text-lg leading-tight font-extrabold tabular-nums">
        {formatNaira(listing.price)}
      </p>
      {isOwn ? (
        <a href={paths.editListing(listing.id)} className="button grow">
          <Pencil aria-hidden className="size-4" />
          Edit
        </a>
      ) : (
        <div className="flex grow gap-3">
          {save}
          <ContactButton listingId={listing.id} label="Contact" className="grow" />
        </div>
      )}
    </div>
  )
}

/** Desktops: back to all listings. */
export function DesktopBackLink() {
  return (
    <a href={paths.browse} className="button button-quiet mb-4 -ml-4 hidden md:inline-flex">
      <ArrowLeft aria-hidden className="size-4" />
      Back to Listings
    </a>
  )
}
