import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Kobo, Timestamp } from './common.ts'
import { ListingStatus } from './listing-values.ts'
import { ById, optionalParam } from './parameters.ts'
import { PriceGuide } from './prices.ts'

const { answers, upheldMonths, priceChanges } = limits.trust
const Count = z.number().int()

const PriceChange = z.object({ from: Kobo, to: Kobo, at: Timestamp })
export type PriceChange = z.output<typeof PriceChange>

/** Public facts about a user with their dates; no score. */
export const Trust = z.object({
  userId: Id,
  memberSince: Timestamp,
  emailVerifiedAt: Timestamp.nullable(),
  phoneVerifiedAt: Timestamp.nullable(),
  answers: z
    .object({
      conversations: Count,
      answered: Count,
      medianSeconds: Count.nullable().describe('Null where fewer than half were answered'),
    })
    .nullable()
    .describe(
      `How soon buyers' first messages are answered, of the last ${answers.lookedAt} conversations; null below ${answers.shownFrom}`,
    ),
  completedDeals: z.object({
    sold: Count,
    bought: Count,
    people: Count.describe('Different other parties'),
    lastAt: Timestamp.nullable(),
  }),
  reviews: z.object({
    count: Count,
    afterDeals: Count.describe('Of people who completed a deal with them'),
    average: z.string(),
    lastAt: Timestamp.nullable(),
  }),
  listings: z.object({ active: Count, sold: Count, lastAt: Timestamp.nullable() }),
  upheldReports: z
    .object({ count: Count, lastAt: Timestamp.nullable() })
    .describe(
      `Of the last ${upheldMonths} months, about the user or their listings; decisions of one day about one target count once`,
    ),
  listing: z
    .object({
      id: Id,
      status: ListingStatus,
      upSince: Timestamp,
      price: Kobo,
      priceChanges: Count,
      priceGuide: PriceGuide.pick({ count: true, low: true, high: true, farBelow: true })
        .nullable()
        .describe('What similar listings ask; null where too few are similar'),
      lastPriceChanges: z.array(PriceChange).describe(`The last ${priceChanges}, newest first`),
    })
    .nullable(),
})
export type Trust = z.output<typeof Trust>

export const trust = endpoints({
  'GET /api/users/:id/trust': {
    summary:
      'Who is this: public facts about a user, and about one of their listings where `listing` names it',
    access: 'anyone',
    shows: ['listings', 'people'],
    consistency: 'replica',
    params: ById,
    query: z.object({ listing: optionalParam(ById.shape.id) }),
    response: Trust,
  },
})
