import type { SortOrder } from '#shared/contract/catalogue.ts'
import type { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'

// Labels of the contract's values.
export const conditionLabels: Record<Condition, string> = { NEW: 'New', USED: 'Used' }
export const priceTypeLabels: Record<PriceType, string> = { FIXED: 'Fixed price', NEGOTIABLE: 'Negotiable' }
export const statusLabels: Record<ListingStatus, string> = {
  ACTIVE: 'Active',
  SOLD: 'Sold',
  HIDDEN: 'Hidden',
}
export const sortLabels: Record<SortOrder, string> = {
  latest: 'Latest',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
  relevance: 'Best match',
  near: 'Nearest',
}

export function labelled<T extends string>(labels: Record<T, string>): [value: T, label: string][] {
  return Object.entries(labels) as [T, string][]
}
