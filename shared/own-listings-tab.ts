import type { ListingStatus } from './contract/listing-values.ts'
import type { OwnListingsTab } from './contract/listings.ts'

/** The part of My Listings that has a listing. */
export function ownListingsTabOf({
  status,
  endedAt,
}: {
  status: ListingStatus
  endedAt: Date | string | null
}): OwnListingsTab {
  if (status !== 'HIDDEN') return status === 'ACTIVE' ? 'active' : 'sold'
  return endedAt ? 'expired' : 'hidden'
}
