import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Kobo, Person, Timestamp, Version } from './common.ts'
import { Listing } from './listings.ts'
import { ById, listingIds } from './parameters.ts'

/** Statistics of the user's own listing. */
export const ListingStatistics = z.object({
  id: Id,
  /** In all. */
  views: z.number().int(),
  /** People who have it in their favorites now. */
  saves: z.number().int(),
  conversations: z.number().int(),
  /** The last `limits.ownListings.days` days in Nigeria, today last. */
  byDay: z.object({
    views: z.array(z.number().int()),
    saves: z.array(z.number().int()),
    conversations: z.array(z.number().int()),
  }),
  /** Whom the seller named when it was sold; null for somebody else, and once the account is closed. */
  soldTo: Person.extend({ youReviewed: z.boolean() }).nullable(),
})
export type ListingStatistics = z.output<typeof ListingStatistics>

/** Somebody who talked about a listing. */
export const PossibleBuyer = Person.extend({
  avatarUrl: z.string().nullable(),
  lastMessageAt: Timestamp,
  /** A deal that the two agreed on: the sale is completed there. */
  deal: z.object({ id: Id, price: Kobo }).nullable(),
})
export type PossibleBuyer = z.output<typeof PossibleBuyer>

export const sales = endpoints({
  'GET /api/my-listings/statistics': {
    summary: `Views, saves and conversations of up to ${limits.ownListings.atOnce} of your own listings, in all and by day; others are left out`,
    access: 'user',
    shows: ['listings', 'people'],
    query: z.object({ ids: listingIds(limits.ownListings.atOnce) }),
    response: z.array(ListingStatistics),
  },
  'GET /api/listings/:id/possible-buyers': {
    summary: `The last ${limits.ownListings.buyers} people who talked about your own listing, the last first, without people with a block in either direction`,
    access: 'owner',
    shows: ['threads', 'people', 'blocks'],
    params: ById,
    response: z.array(PossibleBuyer),
    errors: { FORBIDDEN: 'The listing is somebody else’s.' },
  },
  'POST /api/listings/:id/sale': {
    summary:
      'Mark your own listing as sold to somebody who talked about it, or (null) to somebody else: deals about it that are agreed with others end. Who is named is asked for a review; only a completed deal proves one',
    access: 'owner',
    changes: ['listings'],
    params: ById,
    body: z.object({ buyerId: Id.nullable(), version: Version.optional() }),
    response: Listing,
    errors: {
      FORBIDDEN: 'The listing is somebody else’s, or moderators hide it.',
      NOT_FOUND: 'The buyer did not talk about it.',
      CONFLICT: 'The two have an open deal about it, which is completed instead.',
      STALE_VERSION: 'The listing was changed since `version`; `current` is the listing as it is now.',
      GONE: 'The listing was deleted.',
    },
  },
})
