import { z } from 'zod'
import { endpoints, publicRead } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { findState, isLgaOf, isState, roundPosition } from '../nigeria.ts'
import { Id, Kobo, Line, Photo, Timestamp, UserSummary } from './common.ts'
import { Condition, ListingStatus, PriceType } from './listing-values.ts'
import { listingIds, optionalParam, wholeParam } from './parameters.ts'

export const Category = z.object({ id: Id, name: z.string(), slug: z.string() })
export type Category = z.output<typeof Category>

/** A listing as lists show it: without its description, with only the cover of its photos. */
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
  photoCount: z.number().int(),
  status: ListingStatus,
  views: z.number().int(),
  featured: z.boolean(),
  createdAt: Timestamp,
  /** When its owner last moved it to the top of the latest; absent where that never happened. */
  renewedAt: Timestamp.optional(),
  deletedAt: Timestamp.nullable(),
  questionsEnabled: z.boolean(),
  seller: UserSummary,
  distanceKm: z
    .number()
    .int()
    .optional()
    .describe('With `near`: kilometres to the middle of its LGA; 0: in the chosen LGA itself'),
})
export type ListingCard = z.output<typeof ListingCard>

/** What pages show of a card. */
export const ShownCard = ListingCard.omit({
  categoryId: true,
  deletedAt: true,
  featured: true,
  questionsEnabled: true,
  seller: true,
})
export type ShownCard = z.output<typeof ShownCard>

export const Place = z.object({
  state: z.string(),
  /** Public ones. */
  listings: z.number().int(),
  /** False: an estimate of two digits. */
  exact: z.boolean(),
})
export type Place = z.output<typeof Place>

const sortOrders = ['latest', 'price-asc', 'price-desc', 'relevance', 'near'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Whole Naira as typed; a value above the maximum price counts as just above it. */
const NairaParam = z.coerce
  .number<string | number>()
  .nonnegative()
  .overwrite((naira) => Math.min(naira, limits.price.max / 100 + 1))

/**
 * A filter with an unknown value counts as absent (X-Ignored-Filters names it), so that old and mistyped
 * links still show listings.
 */
const tolerantFilter = <T extends z.ZodType>(schema: T) => optionalParam(schema).catch(undefined)

const position = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/

/** The rounded position; null for any other text. */
function readPosition(text: string): string | null {
  const [, lat, lng] = (position.exec(text) ?? []).map(Number)
  return lat === undefined || lng === undefined ? null : roundPosition(lat, lng)
}

/** Where one searches from: `State/LGA`, such as `Lagos/Ikeja`, or a position, such as `6.60,3.35`. */
const Near = Line.max(80)
  .refine((text) => isPlace(text) || readPosition(text) !== null)
  .overwrite((text) => readPosition(text) ?? text)
export type Near = z.output<typeof Near>

/** Names of LGAs may contain a slash, those of states do not. */
function isPlace(text: string): boolean {
  const slash = text.indexOf('/')
  return isLgaOf(text.slice(0, slash), text.slice(slash + 1))
}

/** Kilometres around `near`, or its whole state. */
const Radius = z.enum(['10', '25', '50', '100', 'state'])
export type Radius = z.output<typeof Radius>

const filters = {
  category: tolerantFilter(z.coerce.number<string | number>().int().positive()),
  condition: tolerantFilter(Condition),
  state: tolerantFilter(Line.overwrite((name) => findState(name) ?? name).refine(isState)),
  lga: tolerantFilter(Line),
  minPrice: tolerantFilter(NairaParam),
  maxPrice: tolerantFilter(NairaParam),
  priceType: tolerantFilter(PriceType),
  featured: tolerantFilter(z.enum(['true', 'false']).transform((value) => value === 'true')),
  near: tolerantFilter(Near),
  radius: tolerantFilter(Radius),
  sortBy: tolerantFilter(z.enum(sortOrders)),
}
export type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters) as FilterName[]

/** The filters of Browse: its URL, its form and its endpoint use the same names. */
export const ListingFilters = z.object({
  search: optionalParam(Line.max(limits.search.max, 'Please search with fewer words.')),
  ...filters,
})
export type ListingFilters = z.output<typeof ListingFilters>

export const ListingQuery = ListingFilters.extend({
  limit: wholeParam(`A page has 1 to ${limits.page.max} listings.`, limits.page.max),
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
    offline: true,
    consistency: 'replica',
    response: z.array(Category),
  },
  'GET /api/places': {
    summary: 'The 36 states and the FCT by name, each with the number of its listings',
    access: 'anyone',
    shows: ['listings'],
    consistency: 'replica',
    response: z.array(Place),
  },
  'GET /api/listings': {
    summary:
      'Browse and search. Filters that make no sense are left out. The total is exact up to 1,000; above, it may be a round lower bound, such as 41000',
    ...publicRead,
    query: ListingQuery,
    headers: ['total', 'next', 'ignored'],
    response: z.array(ListingCard),
    onPages: z.array(ShownCard),
  },
  'GET /api/listings/featured': {
    summary: `At most ${limits.featuredOnHome} featured listings`,
    ...publicRead,
    response: z.array(ListingCard),
    onPages: z.array(ShownCard),
  },
  'GET /api/listings/latest': {
    summary: 'The newest listings',
    ...publicRead,
    response: z.array(ListingCard),
    onPages: z.array(ShownCard),
  },
  'GET /api/listings/cards': {
    summary: `Cards of listings that are still for sale: in the order of \`ids\`, or the ${limits.moreFromSeller} newest of \`seller\` without those of \`ids\``,
    access: 'anyone',
    shows: ['listings', 'people'],
    consistency: 'replica',
    query: z.object({
      ids: listingIds(limits.recentlyViewed),
      seller: optionalParam(z.coerce.number<string | number>().pipe(Id)),
    }),
    response: z.array(ListingCard),
  },
  'GET /api/listings/search-suggestions': {
    summary: `Listings whose words begin like the text, from ${limits.suggestion.minChars} characters on`,
    access: 'anyone',
    shows: ['listings'],
    consistency: 'replica',
    query: z.object({ q: Line.max(limits.search.max, 'Please search with fewer words.').default('') }),
    response: z.array(Suggestion),
  },
})
