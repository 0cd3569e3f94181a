import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Kobo, optionalParam, Photo, Timestamp, UserSummary } from './common.ts'
import { Condition, ListingStatus, PriceType } from './listing-values.ts'

export const Category = z.object({ id: Id, name: z.string(), slug: z.string() })
export type Category = z.output<typeof Category>

/** A listing as lists show it: everything but the description. */
export const ListingCard = z.object({
  id: Id,
  sellerId: Id,
  title: z.string(),
  categoryId: Id,
  category: z.object({ id: Id, name: z.string() }),
  price: Kobo,
  priceType: PriceType,
  condition: Condition,
  state: z.string(),
  lga: z.string(),
  photos: z.array(Photo),
  status: ListingStatus,
  views: z.number().int(),
  featured: z.boolean(),
  createdAt: Timestamp,
  deletedAt: Timestamp.nullable(),
  questionsEnabled: z.boolean(),
  seller: UserSummary,
})
export type ListingCard = z.output<typeof ListingCard>

export const sortOrders = ['latest', 'price-asc', 'price-desc', 'relevance'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Whole Naira as a person types them. */
const NairaParam = z.coerce
  .number<string | number>('Prices are numbers, such as 5000.')
  .nonnegative('Prices cannot be below 0.')
  .max(limits.price.max / 100, 'No listing costs more than ₦10 billion.')

/** The filters of Browse: its URL, its form and its call have the same names. */
export const ListingFilters = z.object({
  search: optionalParam(z.string().trim().max(limits.search.max, 'Please search with fewer words.')),
  category: optionalParam(z.coerce.number<string | number>('Unknown category.').int().positive()),
  condition: optionalParam(Condition),
  state: optionalParam(z.string().max(60)),
  lga: optionalParam(z.string().max(60)),
  minPrice: optionalParam(NairaParam),
  maxPrice: optionalParam(NairaParam),
  priceType: optionalParam(PriceType),
  featured: optionalParam(z.enum(['true', 'false']).transform((value) => value === 'true')),
  sortBy: optionalParam(z.enum(sortOrders)),
})
export type ListingFilters = z.output<typeof ListingFilters>

export const ListingQuery = ListingFilters.extend({
  limit: optionalParam(z.coerce.number<string | number>().int().min(1).max(limits.page.max)),
  cursor: optionalParam(z.string().max(400)),
})
export type ListingQuery = z.output<typeof ListingQuery>

export const Suggestion = z.object({
  id: Id,
  title: z.string(),
  photo: z.string().nullable(),
  price: Kobo,
  priceType: PriceType,
})
export type Suggestion = z.output<typeof Suggestion>

export const catalogue = endpoints({
  'GET /api/categories': {
    summary: 'All categories, in their order',
    access: 'anyone',
    response: z.array(Category),
  },
  'GET /api/listings': {
    summary: 'Browse and search; X-Total-Count counts, Link rel="next" leads on',
    access: 'anyone',
    query: ListingQuery,
    response: z.array(ListingCard),
  },
  'GET /api/listings/featured': {
    summary: 'At most 4 featured listings',
    access: 'anyone',
    response: z.array(ListingCard),
  },
  'GET /api/listings/latest': {
    summary: 'The newest listings',
    access: 'anyone',
    response: z.array(ListingCard),
  },
  'GET /api/listings/search-suggestions': {
    summary: 'Listings whose words begin like the text, from 2 characters on',
    access: 'anyone',
    query: z.object({ q: z.string().trim().max(limits.search.max).default('') }),
    response: z.array(Suggestion),
  },
})
