import { z } from 'zod'
import { endpoints, publicRead } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ListingCard, ShownCard } from './catalogue.ts'
import { Lines, Timestamp, UserSummary } from './common.ts'
import { ById, optionalParam, PathId } from './parameters.ts'

/** What reviewer and reviewed had done together before: a completed deal in which the reviewer bought or sold, or a talk about a listing. */
export const ReviewProof = z.enum(['BOUGHT', 'SOLD', 'TALKED'])
export type ReviewProof = z.output<typeof ReviewProof>

/**
 * Why only its author sees a review: it appears together with the other party's review of their deal (OTHER_REVIEW), at `until` at the
 * latest; or a moderator looks at it first (MODERATOR).
 */
const Waiting = z.object({ for: z.enum(['OTHER_REVIEW', 'MODERATOR']), until: Timestamp.nullable() })

/** What the form for another review starts with. */
const OwnReview = z.object({
  stars: z.number().int(),
  comment: z.string().nullable(),
  createdAt: Timestamp,
})
export type OwnReview = z.output<typeof OwnReview>

const WaitingReview = OwnReview.extend({ waiting: Waiting })
export type WaitingReview = z.output<typeof WaitingReview>

/** A public profile. `email` is included only for its owner and administrators. */
export const Profile = UserSummary.extend({
  username: z.string(),
  email: z.string().optional(),
  role: z.enum(['USER', 'ADMIN']),
  isBanned: z.boolean(),
  bio: z.string().nullable(),
  state: z.string().nullable(),
  lga: z.string().nullable(),
  verifiedEmail: z.boolean(),
  phoneVerifiedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  activeListings: z.number().int(),
  /** How many of the reviews have so many stars and this proof. */
  reviewCounts: z.array(
    z.object({
      stars: z.number().int(),
      proof: ReviewProof.nullable(),
      count: z.number().int(),
    }),
  ),
  /** How many follow this user; only in the caller's own profile. */
  followers: z.number().int().optional(),
  /** Present if a review by the caller would be refused. */
  takesNoReviewFromYou: z.literal(true).optional(),
  /** The caller's review of this user that everybody sees. */
  yourReview: OwnReview.optional(),
  /** The caller's review of this user that nobody else sees yet. */
  yourWaitingReview: WaitingReview.optional(),
  /** A review that the caller writes now waits for this user's review of their deal, until then at the latest. */
  yourReviewWaitsUntil: Timestamp.optional(),
})
export type Profile = z.output<typeof Profile>

export const Review = z.object({
  id: z.number().int(),
  stars: z.number().int().min(1).max(5),
  comment: z.string().nullable(),
  createdAt: Timestamp,
  /** Null where the two have done nothing together here. */
  proof: ReviewProof.nullable(),
  /** Of the reviewed user; it answers an earlier version if `answeredAt` is before `createdAt`. */
  answer: z.string().nullable(),
  answeredAt: Timestamp.nullable(),
  reviewer: z.object({
    /** Null for a deleted account. */
    id: z.number().int().nullable(),
    fullName: z.string(),
    avatarUrl: z.string().nullable(),
  }),
})
export type Review = z.output<typeof Review>

export const ReviewDraft = z.object({
  stars: z
    .number('Please choose 1 to 5 stars')
    .int('Please choose 1 to 5 stars')
    .min(1, 'Please choose 1 to 5 stars')
    .max(5, 'Please choose 1 to 5 stars'),
  comment: Lines.max(
    limits.review.comment,
    `A comment has at most ${limits.review.comment} characters`,
  ).optional(),
})
export type ReviewDraft = z.output<typeof ReviewDraft>

/** What its author gets back; with `waiting`, nobody else sees it yet. */
export const PostedReview = Review.extend({ waiting: Waiting.optional() })
export type PostedReview = z.output<typeof PostedReview>

export const users = endpoints({
  'GET /api/users/:id': {
    summary: 'A public profile',
    ...publicRead,
    params: ById,
    response: Profile,
  },
  'GET /api/users/:id/listings': {
    summary: `The active listings of a user, the newest first, ${limits.page.default} at a time`,
    ...publicRead,
    params: ById,
    query: z.object({ cursor: optionalParam(PathId) }),
    headers: ['next'],
    response: z.array(ListingCard),
    onPages: z.array(ShownCard),
  },
  'GET /api/users/:id/reviews': {
    summary: `The reviews of a user, ${limits.page.default} at a time: those after a deal, then those after a talk, then the others, each newest first`,
    ...publicRead,
    shows: ['people'],
    params: ById,
    query: z.object({ cursor: optionalParam(z.string().max(100)) }),
    headers: ['next'],
    response: z.array(Review),
  },
  'POST /api/users/:id/reviews': {
    summary:
      'Review another user; writing again replaces what one wrote. With `waiting` in the response, nobody else sees it yet',
    access: 'user',
    // A conversation asks for a review until there is one.
    changes: ['people', 'threads'],
    limit: 'review',
    params: ById,
    body: ReviewDraft,
    response: PostedReview,
    status: 201,
    errors: { FORBIDDEN: 'The user is the caller, or blocked the caller.' },
  },
  'PATCH /api/reviews/:id/answer': {
    summary: 'Answer a review of oneself in public; answering again replaces the answer',
    access: 'owner',
    changes: ['people'],
    params: ById,
    body: z.object({
      answer: Lines.min(1, 'Answer is required').max(
        limits.review.answer,
        `Answer must be at most ${limits.review.answer} characters`,
      ),
    }),
    response: Review,
    errors: { FORBIDDEN: 'The review is about somebody else.' },
  },
  'DELETE /api/reviews/:id/answer': {
    summary: 'Take back one’s answer to a review',
    access: 'owner',
    changes: ['people'],
    params: ById,
    response: Review,
    errors: { FORBIDDEN: 'The review is about somebody else.' },
  },
  'POST /api/reviews/:id/report': {
    summary: 'Report a review or its answer to the administrators; not what one wrote oneself',
    access: 'user',
    changes: ['moderation'],
    limit: 'report',
    params: ById,
    body: z.object({
      what: z.enum(['REVIEW', 'ANSWER'], 'Report the REVIEW or its ANSWER'),
      reason: Lines.min(1, 'Please say what is wrong').max(
        limits.report.details,
        `The reason has at most ${limits.report.details} characters`,
      ),
    }),
    response: z.null(),
    errors: { FORBIDDEN: 'The caller wrote it.', CONFLICT: 'A report of it is open.' },
  },
})
