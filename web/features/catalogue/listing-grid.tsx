import type { ReactNode } from 'react'
import type { ListingCard as Listing } from '#shared/contract/catalogue.ts'
import { ListingCard, ListingCardSkeleton } from './listing-card.tsx'

/** Columns of cards: two on a phone, four on a desktop. */
export function ListingGrid({ children, busy }: { children: ReactNode; busy?: boolean }) {
  return (
    <ul
      aria-busy={busy || undefined}
      className="grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3 md:gap-x-5 md:gap-y-8 lg:grid-cols-4"
    >
      {children}
    </ul>
  )
}

interface ListingCardsProps {
  listings: Listing[]
  /** Cards whose pictures load at once: those of the first screen. */
  eager?: number
  /** What stands on a card's corner, such as the heart. */
  action?: ((listing: Listing) => ReactNode) | undefined
}

/** Cards as items of a grid. */
export function ListingCards({ listings, eager = 0, action }: ListingCardsProps) {
  return listings.map((listing, index) => (
    <li key={listing.id} className="min-w-0">
      <ListingCard
        listing={listing}
        priority={index >= eager ? undefined : index === 0 ? 'first' : 'eager'}
        action={action?.(listing)}
      />
    </li>
  ))
}

/** Cards on their way, as items of a grid: 8, or fewer. */
export function ListingCardSkeletons({ count = 8 }: { count?: number }) {
  return [...'abcdefgh'].slice(0, count).map((key) => (
    <li key={key}>
      <ListingCardSkeleton />
    </li>
  ))
}
