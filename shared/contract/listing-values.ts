import { z } from 'zod'

const conditions = ['NEW', 'USED'] as const
export const Condition = z.enum(conditions, 'Please choose New or Used.')
export type Condition = z.output<typeof Condition>

const priceTypes = ['FIXED', 'NEGOTIABLE'] as const
export const PriceType = z.enum(priceTypes, 'Please choose Fixed or Negotiable.')
export type PriceType = z.output<typeof PriceType>

export const listingStatuses = ['ACTIVE', 'SOLD', 'HIDDEN'] as const
export const ListingStatus = z.enum(listingStatuses, 'Please choose Active, Sold or Hidden.')
export type ListingStatus = z.output<typeof ListingStatus>
