import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownCard as Listing } from '#shared/contract/catalogue.ts'
import { formatNaira } from '#shared/money.ts'
import { shortState, timeAgo } from '#web/lib/format.ts'
import { conditionLabels, statusLabels } from '#web/lib/labels.ts'
import { paths } from '#web/lib/paths.ts'
import { cardSizes, Photo } from '#web/ui/photo.tsx'

interface ListingCardProps {
  listing: Listing
  /** Milliseconds since the epoch. */
  now: number
  priority?: 'first' | 'eager' | undefined
  /** A button in the picture's corner, above the card's link. */
  action?: ReactNode
}

/** A listing as an item of a grid (listing-card.css). The title's link covers the whole card. */
export function ListingCard({ listing, now, priority, action }: ListingCardProps) {
  const [cover] = listing.photos
  const isSold = listing.status === 'SOLD'
  return (
    <li className="listing-card">
      <article>
        <div className="listing-card-photo">
          {cover ? (
            <Photo
              photo={cover}
              alt=""
              sizes={cardSizes}
              priority={priority}
              className={isSold ? 'faded' : undefined}
            />
          ) : (
            noPhoto
          )}
          {isSold && soldBadge}
          <span className="listing-card-condition">{conditionLabels[listing.condition]}</span>
        </div>
        {action}
        <p className="listing-card-price">{formatNaira(listing.price)}</p>
        <h3>
          <a href={paths.listing(listing.id)} dir="auto">
            {listing.title}
          </a>
        </h3>
        <p className="listing-card-place">{`${distanceOf(listing)}${listing.lga}, ${shortState(listing.state)}`}</p>
        <p className="listing-card-age">{timeAgo(listing.renewedAt ?? listing.createdAt, now)}</p>
        {listing.priceType === 'NEGOTIABLE' && negotiable}
      </article>
    </li>
  )
}

/** Between the middles of areas, so nearer than 'about' is not known. */
function distanceOf({ distanceKm }: Listing): string {
  if (distanceKm === undefined) return ''
  return distanceKm === 0 ? 'In your area · ' : `About ${distanceKm} km · `
}

const soldBadge = <span className="listing-card-sold">{statusLabels.SOLD}</span>
const negotiable = <p className="listing-card-deal">Negotiable</p>
const noPhoto = (
  <div className="grid size-full place-items-center text-muted">
    <ImageOff size={28} />
    <span className="sr-only">No photo</span>
  </div>
)

/** Placeholder of a card, with the same size, so that nothing shifts. */
export function ListingCardSkeleton() {
  return (
    <div aria-hidden="true" data-skeleton="listing">
      <div className="skeleton aspect-4/3 rounded-card" />
      <div className="@container pt-2.5">
        <div className="flex h-6 items-center">
          <div className="skeleton h-4.5 w-24" />
        </div>
        <div className="flex h-10 items-center md:h-5">
          <div className="skeleton h-3.5 w-4/5" />
        </div>
        <div className="mt-0.5 flex h-5 items-center">
          <div className="skeleton h-3 w-1/2" />
        </div>
        <div className="flex h-5 items-center @min-[14rem]:hidden">
          <div className="skeleton h-3 w-1/3" />
        </div>
      </div>
    </div>
  )
}
