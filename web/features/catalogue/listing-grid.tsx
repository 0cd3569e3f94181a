import type { ReactNode } from 'react'
import type { ShownCard as Listing } from '#shared/contract/catalogue.ts'
import { useNow } from '#web/lib/now.tsx'
import { ListingCard, ListingCardSkeleton } from './listing-card.tsx'

/** Columns of cards: two on a phone, four on a desktop. */
export function ListingGrid({ children, busy }: { children: ReactNode; busy?: boolean }) {
  return (
    <ul aria-busy={busy || undefined} className="listing-grid">
      {children}
    </ul>
  )
}

interface ListingCardsProps {
  listings: Listing[]
  /** Number of cards on the first screen, whose pictures load eagerly. */
  eager?: number
  /** Content of a card's corner, such as the heart. */
  action?: ((listing: Listing) => ReactNode) | undefined
}

export function ListingCards({ listings, eager = 0, action }: ListingCardsProps) {
  const now = useNow()
  return listings.map((listing, index) => (
    <ListingCard
      key={listing.id}
      listing={listing}
      now={now}
      priority={index >= eager ? undefined : index === 0 ? 'first' : 'eager'}
      action={action?.(listing)}
    />
  ))
}

export function ListingCardSkeletons() {
  return [...'abcdefgh'].map((key) => (
    <li key={key}>
      <ListingCardSkeleton />
    </li>
  ))
}
