import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { RateLimitName } from './rate-limits.ts'

/**
 * Who may call an endpoint. `anyone`: visitors too. `user`: signed-in users. `owner`: signed-in users; the
 * service checks that the resource in the path belongs to the caller. `admin`: administrators; everyone else
 * gets 404, as if the endpoint did not exist.
 */
export type Access = 'anyone' | 'user' | 'owner' | 'admin'

/** The methods that change nothing (RFC 9110, 9.2.1), of those that Oja handles. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What several reads show, so that one write makes them all stale. */
export type Subject =
  | 'listings'
  | 'people'
  | 'questions'
  | 'favorites'
  | 'drafts'
  | 'searches'
  | 'follows'
  | 'threads'
  | 'messages'
  | 'blocks'
  | 'notifications'
  | 'moderation'

/** An endpoint as its contract declares it. The key in the contract (`'GET /api/listings/:id'`) is method and path. */
export interface Endpoint {
  summary: string
  access: Access
  /** A limit in addition to `default`, which counts every call. */
  limit?: RateLimitName
  /** What a read shows. A write that changes it makes the read stale in the browser's cache. */
  shows?: readonly Subject[]
  /**
   * What a write changes. Every write declares it: `[]` where no other read shows the change. A change of what visitors may read
   * also clears the cached pages; no endpoint that visitors may call declares one.
   */
  changes?: readonly Subject[]
  /** The service worker may keep a visitor's answer on the device, for reading without a connection. */
  offline?: true
  /**
   * Set for writes that an account waiting for its deletion may still make, because nobody else sees them or
   * they only take something back. Every other write by a signed-in user is then refused (FORBIDDEN).
   */
  whileLeaving?: 'allowed'
  /**
   * Where SECOND_FACTOR is `everyone`, a user without a second factor may write only to endpoints that are marked with this: those
   * that lead to a second factor, and those of one's own account.
   */
  withoutSecondFactor?: 'allowed'
  /**
   * What a read may be answered from. `replica`: always a read replica. `replica for visitor pages`: only in a page that is rendered
   * for a visitor; a client that reacts to a change event reads the primary. Absent: the primary, while it is up.
   * `read your writes`, of a write that visitors may call: their later reads use the primary or a replica that has this write. Reads of
   * signed-in users always do.
   */
  consistency?: 'replica' | 'replica for visitor pages' | 'read your writes'
  /**
   * The user must have signed in, or entered the password, within `thresholds.signIn.reauthenticateAfter`
   * (REAUTHENTICATION_REQUIRED). Not for a body with the password.
   */
  recentAuthentication?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Instead of `body`, a multipart form, which the handler parses itself. */
  form?: z.ZodType
  /**
   * The errors that its handler answers, each with a sentence that says when. What follows from other facts is not repeated
   * (`errorsOf` in server/core/openapi/endpoint-errors.ts). Literals: pages that load the schemas beside them would keep a constant.
   */
  errors?: { readonly [C in ErrorCode]?: string }
  /** The body of an error, where it is not problem details. */
  failure?: z.ZodType
  /** The body of a successful response; `z.null()` means 204 without a body. */
  response: z.ZodType
  headers?: readonly PageHeader[]
  /** What rendered pages show of the response: their data block carries no more. Absent: all of it. */
  onPages?: z.ZodType
  /**
   * The effect of a retry of a write whose response was lost. Absent: no further effect. `by key`: none if
   * both requests have the same Idempotency-Key. `unsafe`: it is refused or runs twice, so clients should
   * read the state before they retry.
   */
  retry?: 'by key' | 'unsafe'
  /**
   * The disk space that a write needs. Absent: normal space. `sign-in`: little, with a reserve of its own.
   * `none`: the write only deletes. `pictures`: also space on the disk of the pictures.
   */
  diskSpace?: 'sign-in' | 'none' | 'pictures'
  /** Status of a successful response: 200 by default (204 if `response` is `z.null()`). */
  status?: 200 | 201 | 202
}

/**
 * What headers say about a list beside its page in the body (shared/pagination.ts). `total`: how many items all pages have. `next`: the
 * URL of the next page. `ignored`: the filters that were left out.
 */
export type PageHeader = 'total' | 'next' | 'ignored'

interface Read extends Endpoint {
  changes?: never
}
interface Write extends Endpoint {
  changes: readonly Subject[]
}
interface Endpoints {
  [key: `GET /api/${string}`]: Read
  [key: `${'POST' | 'PATCH' | 'DELETE'} /api/${string}`]: Write
}

/**
 * Checks one feature's endpoints without widening their types: without `access`, or a write without `changes`, they do not compile.
 * A form that imports a schema beside them does not load them: bundlers know the annotation.
 */
// @__NO_SIDE_EFFECTS__
export function endpoints<const T extends Endpoints>(contract: T): T {
  return contract
}

// Facts that several endpoints share. An entry that differs in one states it after them.

/** A read of public data that a page keeps for reading without a connection. */
export const publicRead = {
  access: 'anyone',
  shows: ['listings', 'people'],
  offline: true,
  consistency: 'replica',
} as const

/** A write that visitors may call, and whose effect their later reads show. */
export const visitorWrite = { access: 'anyone', consistency: 'read your writes', changes: [] } as const

/** A write to the caller's own account: allowed while the account waits for its deletion, and without a required second factor. */
export const ownAccount = {
  access: 'user',
  changes: [],
  withoutSecondFactor: 'allowed',
  whileLeaving: 'allowed',
} as const

type InputOf<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodType> ? { [P in K]: z.input<S> } : unknown
type OutputOf<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodType> ? { [P in K]: z.output<S> } : unknown

/** A caller's arguments: `{params, query, body}`, each only if the endpoint declares it. */
export type RequestOf<E> = InputOf<E, 'params'> & InputOf<E, 'query'> & InputOf<E, 'body'>
/** The handler's arguments: the same after parsing (numbers are numbers, defaults are filled in). */
export type ParsedRequestOf<E> = OutputOf<E, 'params'> & OutputOf<E, 'query'> & OutputOf<E, 'body'>
/** What a page knows of the response, whether it was rendered or has called the endpoint itself. */
export type ShownOf<E> = E extends { onPages: infer S extends z.ZodType } ? z.output<S> : ResponseOf<E>
export type ResponseOf<E> = E extends { response: infer S extends z.ZodType } ? z.output<S> : never
