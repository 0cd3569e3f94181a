import type { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'

/** How people read the values of the contract. */
export const conditionLabel: Record<Condition, string> = { NEW: 'New', USED: 'Used' }
export const priceTypeLabel: Record<PriceType, string> = { FIXED: 'Fixed price', NEGOTIABLE: 'Negotiable' }
export const statusLabel: Record<ListingStatus, string> = { ACTIVE: 'Active', SOLD: 'Sold', HIDDEN: 'Hidden' }
