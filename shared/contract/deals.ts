import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Kobo, Line, Lines, Person, Price, Timestamp } from './common.ts'
import { ListingStatus } from './listing-values.ts'
import { ById, ByToken } from './parameters.ts'
import { checkPlace, placeFields } from './place.ts'
import { Warning } from './warnings.ts'

export const DealStatus = z.enum(['PROPOSED', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'COMPLETED'])
export type DealStatus = z.output<typeof DealStatus>

const DealVersion = z.number().int().positive()

/** A deal as its two parties see it. */
export const Deal = z.object({
  id: Id,
  threadId: Id,
  listing: z.object({ id: Id, title: z.string(), status: ListingStatus, deletedAt: Timestamp.nullable() }),
  seller: Person,
  buyer: Person,
  /** The party whose terms these are; the other one accepts them. */
  proposedBy: Id,
  price: Kobo,
  place: z.string(),
  state: z.string(),
  lga: z.string(),
  meetsAt: Timestamp,
  /** The seller shows the listing as reserved while the deal is accepted. */
  reserves: z.boolean(),
  /** PROPOSED and ACCEPTED deals are open. */
  status: DealStatus,
  /** The buyer has seen and tried it. */
  triedAt: Timestamp.nullable(),
  /** The seller has the money, which completes the deal. */
  paidAt: Timestamp.nullable(),
  /** Who declined or cancelled it; null while it is open, and if the end of the listing or an account ended it. */
  endedBy: Id.nullable(),
  endReason: z.string().nullable(),
  endedAt: Timestamp.nullable(),
  /** The viewer reviewed the other party after it was completed. */
  youReviewed: z.boolean(),
  /** It is completed, and the other party has a public profile and did not block the viewer. */
  mayReview: z.boolean(),
  /** Changes with terms and status. A write must name the version that its user saw (STALE_VERSION). */
  version: DealVersion,
  /** The viewer has a valid link to the meeting. */
  sharesMeeting: z.boolean(),
  /** A warning about the other party's place or reason; only its reader gets it. */
  warning: Warning.nullable(),
})
export type Deal = z.output<typeof Deal>

const terms = {
  price: Price,
  place: Line.min(limits.deal.place.min, 'Please name the place where you meet').max(
    limits.deal.place.max,
    `A place has at most ${limits.deal.place.max} characters`,
  ),
  ...placeFields,
  meetsAt: z.iso.datetime({ offset: true, error: 'Please choose date and time' }),
  /** Of the seller: show the listing as reserved. From a buyer it changes nothing. */
  reserves: z.boolean().default(false),
}

export const DealTerms = z.object(terms).superRefine(checkPlace)
export type DealTerms = z.output<typeof DealTerms>

/** A meeting as its link shows it; without the price. */
export const SharedMeeting = z.object({
  listing: z.string(),
  /** Names of the party who shares the meeting, and of the other party. */
  sharedBy: z.string(),
  meets: z.string(),
  place: z.string(),
  state: z.string(),
  lga: z.string(),
  meetsAt: Timestamp,
  status: DealStatus,
  /** The link works until then. */
  expiresAt: Timestamp,
})
export type SharedMeeting = z.output<typeof SharedMeeting>

export const deals = endpoints({
  'GET /api/deals/:id': {
    summary: 'One deal of one’s own',
    access: 'owner',
    shows: ['threads', 'listings', 'people'],
    params: ById,
    response: Deal,
  },
  'POST /api/threads/:id/deals': {
    summary: 'Propose a deal in a conversation',
    access: 'owner',
    changes: ['threads'],
    limit: 'deal',
    params: ById,
    body: DealTerms,
    response: Deal,
    status: 201,
    retry: 'by key',
    errors: {
      FORBIDDEN: 'One of the two blocked the other, or the other account is closed.',
      GONE: 'The listing was deleted.',
      CONFLICT: 'The listing is not for sale, or a deal is open.',
    },
  },
  'PATCH /api/deals/:id': {
    summary: 'Propose other terms for an open deal; the other party accepts them',
    access: 'owner',
    changes: ['threads', 'listings'],
    limit: 'deal',
    params: ById,
    body: z.object({ ...terms, version: DealVersion }).superRefine(checkPlace),
    response: Deal,
    retry: 'by key',
    errors: {
      FORBIDDEN: 'The caller’s messages to new people wait for a decision.',
      CONFLICT: 'The deal has ended.',
      STALE_VERSION: 'The deal was changed since `version`; `current` is the deal as it is now.',
    },
  },
  'POST /api/deals/:id/accept': {
    summary: 'Accept what the other party proposed',
    access: 'owner',
    changes: ['threads', 'listings'],
    params: ById,
    body: z.object({
      version: DealVersion,
      /** Of the seller: show the listing as reserved. From a buyer it changes nothing. */
      reserves: z.boolean().default(false),
    }),
    response: Deal,
    errors: {
      CONFLICT: 'The deal has ended, its terms are the caller’s own, or their time is over.',
      STALE_VERSION: 'The deal was changed since `version`; `current` is the deal as it is now.',
    },
  },
  'POST /api/deals/:id/reserve': {
    summary: 'Seller: show the listing of an accepted deal as reserved, or no longer',
    access: 'owner',
    changes: ['threads', 'listings'],
    params: ById,
    body: z.object({ reserves: z.boolean() }),
    response: Deal,
    errors: {
      FORBIDDEN: 'The caller is the buyer.',
      CONFLICT: 'The deal is not agreed, or another one reserves the listing.',
    },
  },
  'POST /api/deals/:id/end': {
    summary:
      'End an open deal with a reason: DECLINED if it is a proposal of the other party, otherwise CANCELLED',
    access: 'owner',
    changes: ['threads', 'listings'],
    params: ById,
    body: z.object({
      version: DealVersion,
      reason: Lines.min(1, 'Please give the reason').max(
        limits.deal.reason.max,
        `A reason has at most ${limits.deal.reason.max} characters`,
      ),
    }),
    response: Deal,
    errors: {
      CONFLICT: 'The deal has ended.',
      STALE_VERSION: 'The deal was changed since `version`; `current` is the deal as it is now.',
    },
  },
  'POST /api/deals/:id/confirm': {
    summary:
      'At the meeting: the buyer has seen and tried it; the seller has the money, which completes the deal. Repeated, it changes nothing more',
    access: 'owner',
    changes: ['threads', 'listings', 'people'],
    params: ById,
    body: z.object({ version: DealVersion }),
    response: Deal,
    errors: {
      CONFLICT: 'The deal has ended, or is not agreed.',
      STALE_VERSION: 'The deal was changed since `version`; `current` is the deal as it is now.',
    },
  },
  'POST /api/deals/:id/meeting-link': {
    summary: 'A new link to the meeting of an accepted deal, for somebody at home; an earlier one ends',
    access: 'owner',
    changes: ['threads', 'people'],
    params: ById,
    response: z.object({ path: z.string(), expiresAt: Timestamp }),
    status: 201,
    errors: { CONFLICT: 'The deal is not agreed.' },
  },
  'DELETE /api/deals/:id/meeting-link': {
    summary: 'End the link to the meeting',
    access: 'owner',
    changes: ['threads', 'people'],
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
  },
  'GET /api/meetings/by-link': {
    summary: 'A meeting, by the link that one of the two shared; no session',
    access: 'anyone',
    shows: ['listings', 'people'],
    query: ByToken,
    response: SharedMeeting,
    errors: { NOT_FOUND: 'The link is wrong, ended or too old.' },
  },
})
