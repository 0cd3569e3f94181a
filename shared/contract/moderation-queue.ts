import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { PageQuery, Reason, Rule } from './admin.ts'
import { Id, Kobo, Person, Timestamp, Version } from './common.ts'
import { ById, optionalParam } from './parameters.ts'
import { Review } from './users.ts'
import { Warning } from './warnings.ts'

/**
 * SENDER: many recipients of their messages were warned. PHOTO: a photo of a listing that is shown, to compare with
 * another seller's. REVIEW: reviews, shown or not yet. PHONE: the phone of a listing that is shown, to compare with
 * another seller's or with a report. THEFT: an owner's report of a stolen phone.
 */
export const QueueItemKind = z.enum(['LISTING', 'MESSAGE', 'SENDER', 'PHOTO', 'REVIEW', 'PHONE', 'THEFT'])
export type QueueItemKind = z.output<typeof QueueItemKind>

/** Why an item is in the review queue. */
export const QueueRule = z.enum([
  /** The seller has too many active copies of the listing. */
  'COPIES',
  /** An active listing of another seller has the description. */
  'TEXT_OF_ANOTHER',
  /** Another seller's listing has the photo. */
  'PHOTO_OF_ANOTHER',
  /** Another seller's listing has the IMEI. */
  'SAME_PHONE',
  /** The phone is reported stolen. */
  'STOLEN_PHONE',
  /** The sender wrote the same text in many conversations. */
  'SAME_MESSAGE',
  /** Many recipients were warned about the sender's messages. */
  'WARNED_SENDER',
  /** So many were warned that the sender's messages to new people wait for the decision. */
  'SENDER_WAITS',
  /** One person got many reviews in a short time, by new accounts or from one network. */
  'REVIEW_BURST',
  /** Accounts that praise each other. */
  'REVIEW_RING',
  /** Somebody reported the review. */
  'REVIEW_REPORTED',
  /** Somebody reported the answer to a review. */
  'ANSWER_REPORTED',
  /** An owner reports a phone as stolen. */
  'THEFT_REPORT',
])
export type QueueRule = z.output<typeof QueueRule>

/** WITHDRAWN: its owner deleted it before a decision. */
export const QueueDecision = z.enum(['RELEASE', 'REJECT', 'WITHDRAWN'])
export type QueueDecision = z.output<typeof QueueDecision>

const Quota = z.enum(['LISTINGS', 'CONVERSATIONS', 'QUESTIONS'])
export type Quota = z.output<typeof Quota>

const HeldListing = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  price: Kobo,
  /** Its cover. */
  picture: z.string().nullable(),
  /** Its status, or 'DELETED'. */
  state: z.string(),
  seller: Person,
  /** Changes with its words, price and photos. */
  version: Version,
})

/** The case against a sender: how many recipients were warned and did not confirm that they know them, and the last warnings. */
const Evidence = z.object({
  recipients: z.number().int(),
  warnings: z.array(
    Warning.extend({
      /** The beginning of the message. */
      body: z.string(),
      to: Person,
      createdAt: Timestamp,
      /** The recipient said that they know the sender. */
      isDismissed: z.boolean(),
    }),
  ),
})

/** A review that a moderator looks at. */
const SuspectReview = z.object({
  user: Person,
  reviewer: Person.extend({ createdAt: Timestamp }),
  ...Review.pick({ stars: true, comment: true, proof: true, answer: true, createdAt: true }).shape,
  /** Nobody but its author sees it before the decision. */
  isHeld: z.boolean(),
  /** Other reviewers of this item whose last sign-in came from the same network. */
  sameNetwork: z.number().int(),
  /** Who reported it or its answer, in their words; `text` is what the reported one said then, null after the decision. */
  report: z.object({ by: Person, reason: z.string(), text: z.string().nullable() }).nullable(),
})

/** A report of a stolen phone. */
const Theft = z.object({
  /** Its number in the queue. */
  reportId: Id,
  /** Last digits of the IMEI. */
  lastFour: z.string(),
  details: z.string(),
  /** Address of the picture. */
  proof: z.string(),
})

/** A held item with its owner, the rule and the decision. */
export const QueueItem = z.object({
  id: Id,
  kind: QueueItemKind,
  rule: QueueRule,
  owner: Person.extend({ createdAt: Timestamp, isBanned: z.boolean() }),
  /** The held listing; for a message or sender, the listing of the (last warned) conversation; null for reviews and a THEFT. */
  listing: HeldListing.nullable(),
  /** The similar listing. */
  like: HeldListing.nullable(),
  /** The held message. */
  message: z.object({ body: z.string(), attachment: z.string().nullable(), to: Person }).nullable(),
  /** Of a sender. */
  evidence: Evidence.nullable(),
  /** The report of a THEFT, and of a phone that is reported stolen. */
  theft: Theft.nullable(),
  /** Photos of `listing` that are like photos of another seller's listing. */
  photos: z.array(
    z.object({
      photo: z.string(),
      /** The photo that it is like, in listing `matchedListingId`. */
      matchedPhoto: z.string(),
      matchedListingId: Id,
      /** One is the mirror image of the other. */
      mirrored: z.boolean(),
    }),
  ),
  /** Of kind REVIEW, as they are now; 30 at most. */
  reviews: z.array(SuspectReview),
  /** How many reviews a decision is about. */
  reviewCount: z.number().int(),
  createdAt: Timestamp,
  decision: QueueDecision.nullable(),
  reason: z.string().nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Timestamp.nullable(),
})
export type QueueItem = z.output<typeof QueueItem>

/** A user with many refusals by quotas in the last seven days. */
export const QuotaOffender = z.object({
  user: Person.extend({ createdAt: Timestamp, isBanned: z.boolean() }),
  quota: Quota,
  hits: z.number().int(),
  lastAt: Timestamp,
})
export type QuotaOffender = z.output<typeof QuotaOffender>

export const moderationQueue = endpoints({
  'GET /api/admin/held': {
    summary:
      'What was held back and the caller may decide: what waits first, the longest wait leading, then what was decided',
    access: 'admin',
    shows: ['moderation'],
    query: PageQuery.extend({
      kind: optionalParam(QueueItemKind),
      /** OPEN: pending items. */
      decision: optionalParam(z.enum(['OPEN', ...QueueDecision.options])),
    }),
    headers: ['total'],
    response: z.array(QueueItem),
  },
  'PATCH /api/admin/held/:id': {
    summary:
      'Decide on an item of the review queue: RELEASE or REJECT. LISTING, MESSAGE: publishes or refuses it. SENDER: delivers or refuses all waiting messages. PHOTO: finds no copy, or tells buyers that it is one. REVIEW: publishes or deletes it. PHONE: keeps or hides the listing. THEFT: confirms or declines the report.',
    access: 'admin',
    changes: ['listings', 'people', 'threads', 'messages', 'moderation'],
    params: ById,
    body: z.object({
      decision: z.enum(['RELEASE', 'REJECT'], 'Decide RELEASE or REJECT'),
      reason: Reason,
      rule: Rule,
      /** Of the held listing that the administrator read. */
      version: Version.optional(),
    }),
    response: QueueItem,
    errors: {
      FORBIDDEN: 'The target is the administrator’s own, or about them, and another one can decide.',
      CONFLICT: 'The item was decided, or only the other decision is still possible.',
      STALE_VERSION: 'The listing was changed since `version`.',
      GONE: 'The listing was deleted.',
    },
  },
  'GET /api/admin/stopped': {
    summary:
      'The accounts that were refused most often by a quota in the last seven days, one entry for each quota; at most 20',
    access: 'admin',
    shows: ['moderation'],
    response: z.array(QuotaOffender),
  },
})
