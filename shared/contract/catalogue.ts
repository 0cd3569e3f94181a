import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Kobo, Line, optionalParam, Photo, Timestamp, UserSummary } from './common.ts'
import { Condition, ListingStatus, PriceType } from './listing-values.ts'

export const Category = z.object({ id: Id, name: z.string(), slug: z.string() })
export type Category = z.output<typeof Category>

/** A listing as lists show it: without its description, and of its photos the cover alone. */
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
  photos: z.array(Photo).describe('The cover; all photos come with the listing itself'),
  status: ListingStatus,
  views: z.number().int(),
  featured: z.boolean(),
  createdAt: Timestamp,
  deletedAt: Timestamp.nullable(),
  questionsEnabled: z.boolean(),
  seller: UserSummary,
})
export type ListingCard = z.output<typeof ListingCard>

const sortOrders = ['latest', 'price-asc', 'price-desc', 'relevance'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Whole Naira as a person types them; whatever is above every price stands for just above it. */
const NairaParam = z.coerce
  .number<string | number>('Prices are numbers, such as 5000.')
  .nonnegative('Prices cannot be below 0.')
  .overwrite((naira) => Math.min(naira, limits.price.max / 100 + 1))

/** The filters of Browse: its URL, its form and its call have the same names. */
export const ListingFilters = z.object({
  search: optionalParam(Line.max(limits.search.max, 'Please search with fewer words.')),
  category: optionalParam(
    z.coerce
      .number<string | number>('Categories are numbers.')
      .int('Categories are numbers.')
      .positive('Categories are numbers.'),
  ),
  condition: optionalParam(Condition),
  state: optionalParam(Line.max(60, 'There is no such state.')),
  lga: optionalParam(Line.max(60, 'There is no such LGA.')),
  minPrice: optionalParam(NairaParam),
  maxPrice: optionalParam(NairaParam),
  priceType: optionalParam(PriceType),
  featured: optionalParam(z.enum(['true', 'false']).transform((value) => value === 'true')),
  sortBy: optionalParam(
    z.enum(sortOrders, 'Lists are sorted by latest, price-asc, price-desc or relevance.'),
  ),
})
export type ListingFilters = z.output<typeof ListingFilters>

export const ListingQuery = ListingFilters.extend({
  limit: optionalParam(
    z.coerce
      .number<string | number>('A page has 1 to 100 listings.')
      .int('A page has 1 to 100 listings.')
      .min(1, 'A page has 1 to 100 listings.')
      .max(limits.page.max, 'A page has 1 to 100 listings.'),
  ),
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
    summary:
      'Browse and search. X-Total-Count is exact up to 10,000 (X-Total-Count-Exact: false above); Link rel="next" is the next page',
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
    query: z.object({ q: Line.max(limits.search.max, 'Please search with fewer words.').default('') }),
    response: z.array(Suggestion),
  },
})
