import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { isState } from '../nigeria.ts'
import { ListingFilters } from './catalogue.ts'
import { Id, Line, Timestamp } from './common.ts'
import { Condition, PriceType } from './listing-values.ts'
import { ById } from './parameters.ts'

/**
 * The filters of a search, with the names and units (Naira) of Browse's address. As there, unknown values are dropped; so is a distance.
 */
export const SearchFilters = ListingFilters.omit({ featured: true, sortBy: true, near: true, radius: true })
export type SearchFilters = z.output<typeof SearchFilters>

/** The filters as stored. */
export const SavedFilters = z
  .object({
    search: z.string(),
    category: Id,
    condition: Condition,
    state: z.string().refine(isState),
    lga: z.string(),
    minPrice: z.number(),
    maxPrice: z.number(),
    priceType: PriceType,
  } satisfies Record<keyof SearchFilters, z.ZodType>)
  .partial()

export const SavedSearch = z.object({
  id: Id,
  name: z.string().describe('As its owner named it, or made of what it asks for'),
  isNamed: z.boolean().describe('Its owner named it'),
  filters: SavedFilters,
  href: z.string().describe('Root-relative: what it finds now, the newest first'),
  news: z.number().int().describe('Matches since the owner last read of it'),
  unreadId: Id.nullable().describe('The notification of these matches; null without news'),
  pausedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type SavedSearch = z.output<typeof SavedSearch>

const { max, name } = limits.savedSearches

export const searches = endpoints({
  'GET /api/saved-searches': {
    summary: "One's saved searches, the last saved first",
    access: 'user',
    shows: ['searches', 'notifications'],
    response: z.array(SavedSearch),
  },
  'POST /api/saved-searches': {
    summary: 'Save a search, with words or a filter; the same search again is the one that is there',
    access: 'user',
    changes: ['searches'],
    whileLeaving: 'allowed',
    body: SearchFilters,
    response: SavedSearch,
    status: 201,
    errors: { CONFLICT: `There are ${max} saved searches already.` },
  },
  'PATCH /api/saved-searches/:id': {
    summary: 'Name a search (null: by itself), pause it, or ask for something else',
    access: 'owner',
    changes: ['searches'],
    whileLeaving: 'allowed',
    params: ById,
    body: z.object({
      name: Line.min(1, 'Please type a name')
        .max(name, `A name has at most ${name} characters`)
        .nullable()
        .optional(),
      paused: z.boolean().optional(),
      filters: SearchFilters.optional(),
    }),
    response: SavedSearch,
    errors: { CONFLICT: 'Another one asks for the same.' },
  },
  'DELETE /api/saved-searches/:id': {
    summary: 'Delete a saved search; succeeds also if there is none',
    access: 'user',
    changes: ['searches'],
    whileLeaving: 'allowed',
    diskSpace: 'none',
    params: ById,
    response: z.null(),
  },
})
