import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { Id, Timestamp, UserSummary } from './common.ts'
import { ById } from './parameters.ts'

export const FollowedSeller = UserSummary.extend({
  activeListings: z.number().int(),
  followedAt: Timestamp,
})
export type FollowedSeller = z.output<typeof FollowedSeller>

export const follows = endpoints({
  'GET /api/follows': {
    summary: 'The ids of the sellers whom one follows, the last followed first',
    access: 'user',
    shows: ['follows', 'blocks'],
    response: z.array(Id),
  },
  'GET /api/follows/sellers': {
    summary:
      'The sellers whom one follows, the last followed first; those without a public profile are left out',
    access: 'user',
    shows: ['follows', 'blocks', 'people', 'listings'],
    response: z.array(FollowedSeller),
  },
  'POST /api/follows': {
    summary: 'Follow a seller, to be notified of their new listings; following again changes nothing',
    access: 'user',
    changes: ['follows'],
    body: z.object({ sellerId: Id }),
    response: z.object({ id: Id }),
    status: 201,
    errors: {
      BAD_REQUEST: 'The seller is the caller.',
      FORBIDDEN: 'One of the two blocked the other.',
      NOT_FOUND: 'There is no such public profile.',
      CONFLICT: 'The caller follows as many sellers as possible.',
    },
  },
  'DELETE /api/follows/:id': {
    summary: 'Unfollow a seller, by their id; succeeds also if they are not followed',
    access: 'user',
    changes: ['follows'],
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
  },
})
