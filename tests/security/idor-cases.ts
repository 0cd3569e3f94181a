import type { z } from 'zod'
import type { Contract } from '#shared/contract/index.ts'
import type { Key } from '../roles/calls.ts'

/**
 * What the ids of a call lead to.
 * - `listing`, `user`: what may be public, and may have left the public pages.
 * - `mine`: a row of the caller's own that is about something; without one nothing happens, and nothing is revealed.
 * - `review`: every user who sees it may report it.
 */
type Kind = 'listing' | 'user' | 'mine' | 'review'

type NamesIn<E> = E extends { body: infer S extends z.ZodType }
  ? Exclude<keyof z.input<S>, 'clientId'>
  : never

/** Keys of the calls that take an id, in their path or their body, and are for others than its owner and administrators. */
type TakesId = {
  [K in Key]: Contract[K]['access'] extends 'owner' | 'admin'
    ? never
    : K extends `${string}/:${string}`
      ? K
      : Extract<NamesIn<Contract[K]>, `${string}Id` | 'id' | 'ids'> extends never
        ? never
        : K
}[Key]

/** A call that takes an id and has no entry does not compile. */
export const kinds: Record<TakesId, Kind> = {
  'GET /api/listings/:id': 'listing',
  'GET /api/listings/:id/similar': 'listing',
  'GET /api/listings/:id/price-guide': 'listing',
  'POST /api/listings/:id/view': 'listing',
  'POST /api/listings/:id/phone-check': 'listing',
  'GET /api/listings/:id/questions': 'listing',
  'POST /api/listings/:id/questions': 'listing',
  'POST /api/listings': 'mine',

  'GET /api/users/:id': 'user',
  'GET /api/users/:id/listings': 'user',
  'GET /api/users/:id/trust': 'user',
  'GET /api/users/:id/reviews': 'user',
  'POST /api/users/:id/reviews': 'user',
  'POST /api/reviews/:id/report': 'review',

  'POST /api/follows': 'user',
  'DELETE /api/follows/:id': 'mine',
  'POST /api/favorites': 'listing',
  'DELETE /api/favorites/:id': 'mine',
  'DELETE /api/drafts/:id': 'mine',
  'DELETE /api/saved-searches/:id': 'mine',
  'POST /api/threads': 'listing',
  'POST /api/blocks': 'mine',
  'DELETE /api/blocks/:id': 'mine',
  'POST /api/reports': 'listing',
}
