import type { z } from 'zod'
import type { RateLimitName } from './rate-limits.ts'

/**
 * Who may call an endpoint.
 * - `anyone`: visitors too.
 * - `user`: whoever is signed in.
 * - `owner`: signed in, and the service checks that the thing named in the path is the caller's own.
 * - `admin`: administrators; to everyone else the endpoint answers 404, as if it did not exist.
 */
export type Access = 'anyone' | 'user' | 'owner' | 'admin'

/** An endpoint as its contract declares it. The key in the contract (`'GET /api/listings/:id'`) is method and path. */
export interface Endpoint {
  summary: string
  access: Access
  /** Beside `default`, under which every call counts. */
  limit?: RateLimitName
  /**
   * What an account that waits for its deletion may still do, since nobody else sees it, or since it only takes something back. Every
   * other write of somebody signed in is refused (FORBIDDEN).
   */
  whileLeaving?: 'allowed'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What a successful answer carries; `z.null()` means 204 without a body. */
  response: z.ZodType
  /**
   * What a write does that is asked again since its answer never came. Absent: nothing more. `by key`: nothing more where
   * both carry the same Idempotency-Key. `look first`: it is refused, or done twice, so whoever asks had better look.
   */
  repeat?: 'by key' | 'look first'
  /** Status of a successful answer: 200 unless told (204 where `response` is `z.null()`). */
  status?: 200 | 201 | 202
  /** Once done, visitors' pages may show something else: kept ones are made anew. No GET, and nothing that a visitor may call. */
  changesPages?: true
}

export type EndpointKey = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`

/** Checks one feature's endpoints without widening their types. `access` is required: leaving it out does not compile. */
export function endpoints<const T extends Record<EndpointKey, Endpoint>>(contract: T): T {
  return contract
}

type InputOf<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodType> ? { [P in K]: z.input<S> } : unknown
type OutputOf<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodType> ? { [P in K]: z.output<S> } : unknown

/** What a caller passes: `{params, query, body}`, each only where the endpoint declares it. */
export type RequestOf<E> = InputOf<E, 'params'> & InputOf<E, 'query'> & InputOf<E, 'body'>
/** What the implementation gets: the same after parsing (numbers are numbers, defaults are filled in). */
export type ParsedRequestOf<E> = OutputOf<E, 'params'> & OutputOf<E, 'query'> & OutputOf<E, 'body'>
export type ResponseOf<E> = E extends { response: infer S extends z.ZodType } ? z.output<S> : never
