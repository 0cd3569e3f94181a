import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import type { Listing } from '#shared/contract/listings.ts'
import { apiQuery } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { rangeOf } from './guide-texts.ts'
import { PricePlot } from './price-plot.tsx'

/** The asking prices of similar listings, and a warning if this one is far below. */
export function ListingPriceGuide({ listing, isOwn }: { listing: Listing; isOwn: boolean }) {
  const { data } = useQuery(apiQuery('GET /api/listings/:id/price-guide', { params: { id: listing.id } }))
  const [isOpen, setOpen] = useState(false)
  const plotId = useId()
  const guide = data?.guide
  if (!guide) return null
  const range = rangeOf(guide)
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <>
      {guide.farBelow && (
        <div role="note" className="mt-3 rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
          <p className="flex items-center gap-2 font-semibold">
            <TriangleAlert className="size-5" />
            {isOwn ? 'Is the price right?' : 'Far below what similar ones ask'}
          </p>
          {isOwn ? (
            <p className="mt-1 text-sm">
              Similar ones ask {range}.{guide.zeroMissing && ' A zero may be missing.'} Buyers see a warning.
            </p>
          ) : (
            <p className="mt-1 text-sm">
              It may be a bargain, a mistake, or bait. See it and try it before you pay, and send nothing in
              advance.
            </p>
          )}
          <a
            href={isOwn ? paths.editListing(listing.id) : `${paths.safety}#pay`}
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            {isOwn ? 'Check the price' : 'Safe ways to pay'}
          </a>
        </div>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={plotId}
        className="flex min-h-11 items-center gap-2 text-left text-sm text-muted"
        onClick={() => setOpen(!isOpen)}
      >
        Similar ones ask {range}
        <Chevron className="size-4 shrink-0" />
      </button>
      <div id={plotId} hidden={!isOpen} className="pb-5">
        {isOpen && <PricePlot guide={guide} price={listing.price} />}
      </div>
    </>
  )
}
