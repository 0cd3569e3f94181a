import type { z } from 'zod'
import type { Contract } from '#shared/contract/index.ts'
import type { Key } from '../roles/calls.ts'

/**
 * What the ids of a call lead to.
 * - `listing`, `user`: what may be public, and may have left the public pages.
 * - `mine`: a row of the caller's own that is about something; without one nothing happens, and nothing is revealed.
 * - `owned`: the caller's own or nobody's; tests/roles.test.ts calls them as everybody.
 * - `admin`: whatever an administrator names; not even there for anybody else.
 */
type Kind = 'listing' | 'user' | 'mine' | 'owned' | 'admin'

type NamesIn<E> = E extends { body: infer S extends z.ZodType }
  ? Exclude<keyof z.input<S>, 'clientId'>
  : never

/** Keys of the calls that take an id, in their path or their body. */
type TakesId = {
  [K in Key]: K extends `${string}/:${string}`
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
  'PATCH /api/listings/:id': 'owned',
  'POST /api/listings/:id/renew': 'owned',
  'DELETE /api/listings/:id': 'owned',
  'GET /api/listings/:id/possible-buyers': 'owned',
  'POST /api/listings/:id/sale': 'owned',
  'GET /api/listings/:id/passport': 'owned',
  'PATCH /api/listings/:id/passport': 'owned',
  'POST /api/listings/:id/phone-check': 'listing',
  'DELETE /api/stolen-phones/:id': 'owned',
  'PATCH /api/listings/:id/toggle-questions': 'owned',
  'GET /api/listings/:id/questions': 'listing',
  'POST /api/listings/:id/questions': 'listing',
  'PATCH /api/questions/:id/answer': 'owned',
  'POST /api/listings': 'mine',

  'GET /api/users/:id': 'user',
  'GET /api/users/:id/listings': 'user',
  'GET /api/users/:id/trust': 'user',
  'GET /api/users/:id/reviews': 'user',
  'POST /api/users/:id/reviews': 'user',
  'PATCH /api/reviews/:id/answer': 'owned',
  'DELETE /api/reviews/:id/answer': 'owned',
  // Every user who sees a review may report it.
  'POST /api/reviews/:id/report': 'owned',

  'POST /api/follows': 'user',
  'DELETE /api/follows/:id': 'mine',
  'POST /api/favorites': 'listing',
  'DELETE /api/favorites/:id': 'mine',
  'PATCH /api/drafts/:id': 'owned',
  'DELETE /api/drafts/:id': 'mine',
  'PATCH /api/saved-searches/:id': 'owned',
  'DELETE /api/saved-searches/:id': 'mine',
  'POST /api/threads': 'listing',
  'GET /api/threads/:id': 'owned',
  'GET /api/threads/:id/messages': 'owned',
  'POST /api/threads/:id/messages': 'owned',
  'POST /api/threads/:id/read': 'owned',
  'POST /api/threads/:id/dismiss-warnings': 'owned',
  'PATCH /api/messages/:id/offer': 'owned',
  'DELETE /api/messages/:id': 'owned',
  'GET /api/deals/:id': 'owned',
  'POST /api/threads/:id/deals': 'owned',
  'PATCH /api/deals/:id': 'owned',
  'POST /api/deals/:id/accept': 'owned',
  'POST /api/deals/:id/reserve': 'owned',
  'POST /api/deals/:id/end': 'owned',
  'POST /api/deals/:id/confirm': 'owned',
  'POST /api/deals/:id/meeting-link': 'owned',
  'DELETE /api/deals/:id/meeting-link': 'owned',
  'POST /api/notifications/:id/read': 'owned',
  'POST /api/blocks': 'mine',
  'DELETE /api/blocks/:id': 'mine',
  'POST /api/reports': 'listing',
  'DELETE /api/settings/sessions/:id': 'owned',
  'DELETE /api/settings/passkeys/:id': 'owned',

  'PATCH /api/admin/listings/:id': 'admin',
  'PATCH /api/admin/listings/:id/feature': 'admin',
  'DELETE /api/admin/listings/:id': 'admin',
  'POST /api/admin/listings/bulk-delete': 'admin',
  'POST /api/admin/users/:id/ban': 'admin',
  'POST /api/admin/users/:id/unban': 'admin',
  'GET /api/admin/users/:id/activity': 'admin',
  'POST /api/admin/users/:id/sign-out': 'admin',
  'PATCH /api/admin/reports/:id': 'admin',
  'PATCH /api/admin/held/:id': 'admin',
  'PATCH /api/admin/appeals/:id': 'admin',
}
