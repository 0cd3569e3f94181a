import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ListingCard } from './catalogue.ts'
import { ById, Lines, Timestamp, UserSummary } from './common.ts'

/** A public profile. `email` is there for its owner and for administrators only. */
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
  /** Told where it is so only: a review by the caller is refused. */
  takesNoReviewFromYou: z.literal(true).optional(),
})
export type Profile = z.output<typeof Profile>

export const Review = z.object({
  id: z.number().int(),
  stars: z.number().int().min(1).max(5),
  comment: z.string().nullable(),
  createdAt: Timestamp,
  reviewer: z.object({
    /** Null where the account is gone. */
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
  comment: Lines.max(limits.review.comment, 'A comment has at most 1000 characters').optional(),
})
export type ReviewDraft = z.output<typeof ReviewDraft>

export const users = endpoints({
  'GET /api/users/:id': {
    summary: 'A public profile',
    access: 'anyone',
    params: ById,
    response: Profile,
  },
  'GET /api/users/:id/listings': {
    summary: 'The active listings of a user, newest first',
    access: 'anyone',
    params: ById,
    response: z.array(ListingCard),
  },
  'GET /api/users/:id/reviews': {
    summary: 'The reviews of a user, newest first',
    access: 'anyone',
    params: ById,
    response: z.array(Review),
  },
  'POST /api/users/:id/reviews': {
    summary: 'Review another user; writing again replaces what one wrote',
    access: 'user',
    limit: 'review',
    changesPages: true,
    params: ById,
    body: ReviewDraft,
    response: Review,
    status: 201,
  },
})
