import type { Endpoint, RequestOf } from '#shared/endpoint.ts'

/**
 * Who calls.
 * - `user`: signed in, with nothing of their own.
 * - `other`: signed in, the owner of a thing of the same kind, not of this one.
 * - `banned`: with the cookie from before; calls about a thing of their own where there is one.
 * - `admin`: an administrator, who owns nothing; `owning admin`: one whose own the thing is.
 */
export const roles = ['visitor', 'user', 'other', 'owner', 'banned', 'admin', 'owning admin'] as const
export type Role = (typeof roles)[number]

/** What the tests need of an endpoint beside its contract. */
export interface AnyCase<Cast> {
  /** Creates the target, and a request that succeeds for the roles that may call. */
  request?: (cast: Cast) => unknown
  /** Expected statuses that differ from `access`. */
  statuses?: Partial<Record<Role, number>>
  /** The status for users who do not own it. */
  refused?: 403 | 404
  /** The status for an unknown id, where that is no error. */
  nothingThere?: number
}

type Case<E extends Endpoint, Cast> = AnyCase<Cast> &
  (unknown extends RequestOf<E>
    ? unknown
    : { request: (cast: Cast) => RequestOf<E> | Promise<RequestOf<E>> }) &
  (E['access'] extends 'owner' ? { refused: 403 | 404 } : unknown)

/** A case for each endpoint of a contract: a missing one does not compile. */
export type Cases<C extends Record<string, Endpoint>, Cast> = { [K in keyof C]: Case<C[K], Cast> }
