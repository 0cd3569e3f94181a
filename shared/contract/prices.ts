import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits, maxId } from '../limits.ts'
import { isState } from '../nigeria.ts'
import { Id, Kobo, Line } from './common.ts'
import { Condition } from './listing-values.ts'
import { ById, optionalParam } from './parameters.ts'

/** What similar listings ask. */
export const PriceGuide = z.object({
  /** Similar listings, those whose price is plainly junk left out; `sold` of them were sold. */
  count: z.number().int(),
  sold: z.number().int(),
  /** The middle three fifths ask `low` to `high`; `median` is the middle one. Rounded to three digits. */
  low: Kobo,
  median: Kobo,
  high: Kobo,
  /** What the similar listings have in common, as far as enough of them have it. */
  basis: z.object({
    words: z.array(z.string()).describe('Of the title, normalised'),
    categoryId: Id,
    condition: Condition.nullable(),
    state: z.string().nullable(),
  }),
  /** Prices from `from` to `to`, counted in parts of equal width. */
  plot: z.object({ from: Kobo, to: Kobo, counts: z.array(z.number().int()) }),
  /** The price is far below what similar listings ask. */
  farBelow: z.boolean(),
  /** The price would be usual if it had one zero more. */
  zeroMissing: z.boolean(),
})
export type PriceGuide = z.output<typeof PriceGuide>

/** `guide` is null where fewer than `limits.priceGuide.similar` listings are similar. */
const GuideResponse = z.object({ guide: PriceGuide.nullable() })

export const prices = endpoints({
  'GET /api/price-guide': {
    summary: `What listings ask that are similar to the one being written: from ${limits.priceGuide.similar} similar ones on, otherwise \`guide\` is null`,
    access: 'user',
    shows: ['listings'],
    consistency: 'replica',
    query: z.object({
      title: Line.max(limits.title.max),
      category: z.coerce.number<string | number>().int().positive().max(maxId),
      condition: optionalParam(Condition),
      state: optionalParam(Line.refine(isState, 'Please select a state')),
      price: optionalParam(
        z.coerce.number<string | number>().int().positive().max(limits.price.max).describe('Kobo'),
      ),
    }),
    response: GuideResponse,
  },
  'GET /api/listings/:id/price-guide': {
    summary: 'What listings ask that are similar to this one, and whether it asks far less',
    access: 'anyone',
    shows: ['listings'],
    consistency: 'replica',
    params: ById,
    response: GuideResponse,
    errors: { GONE: 'The listing was deleted.' },
  },
})
