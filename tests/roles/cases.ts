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

/** What the tests must know of an endpoint beside its contract. */
export interface AnyCase<Cast> {
  /** Makes what the request is about, and a request that succeeds for whoever may call. */
  request?: (cast: Cast) => unknown
  /** Where something else is expected than `access` says. */
  statuses?: Partial<Record<Role, number>>
  /** What whoever is not the owner is told. */
  refused?: 403 | 404
  /** What a number that nothing has is answered, where that is no error. */
  nothingThere?: number
}

type Case<E extends Endpoint, Cast> = AnyCase<Cast> &
  (unknown extends RequestOf<E>
    ? unknown
    : { request: (cast: Cast) => RequestOf<E> | Promise<RequestOf<E>> }) &
  (E['access'] extends 'owner' ? { refused: 403 | 404 } : unknown)

/** A case for each endpoint of a contract: a missing one does not compile. */
export type Cases<C extends Record<string, Endpoint>, Cast> = { [K in keyof C]: Case<C[K], Cast> }
