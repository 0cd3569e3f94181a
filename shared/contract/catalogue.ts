import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { isState } from '../nigeria.ts'
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
  .number<string | number>()
  .nonnegative()
  .overwrite((naira) => Math.min(naira, limits.price.max / 100 + 1))

/** A filter with a value that Browse does not know counts as absent (X-Ignored-Filters names it): old and mistyped links still lead to listings. */
const filter = <T extends z.ZodType>(schema: T) => optionalParam(schema).catch(undefined)

const filters = {
  category: filter(z.coerce.number<string | number>().int().positive()),
  condition: filter(Condition),
  state: filter(Line.refine(isState)),
  lga: filter(Line),
  minPrice: filter(NairaParam),
  maxPrice: filter(NairaParam),
  priceType: filter(PriceType),
  featured: filter(z.enum(['true', 'false']).transform((value) => value === 'true')),
  sortBy: filter(z.enum(sortOrders)),
}
export type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters) as FilterName[]

/** The filters of Browse: its URL, its form and its call have the same names. */
export const ListingFilters = z.object({
  search: optionalParam(Line.max(limits.search.max, 'Please search with fewer words.')),
  ...filters,
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
      'Browse and search. Filters that make no sense are left out, and named by X-Ignored-Filters. X-Total-Count is exact up to 10,000 (X-Total-Count-Exact: false above); Link rel="next" is the next page',
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
