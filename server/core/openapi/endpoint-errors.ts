import { type Endpoint, safeMethods } from '#shared/endpoint.ts'
import { type ErrorCode, errorStatus } from '#shared/errors.ts'
import { thresholds } from '#shared/thresholds.ts'

/** An error code, and a sentence that says when it is answered. */
type PossibleError = [code: ErrorCode, when: string]

/**
 * Every error that an endpoint may answer, by status: what any call may, what follows from the other facts of its entry in the contract,
 * and what its `errors` declare. One code may be there for several reasons.
 */
export function errorsOf(key: string, endpoint: Endpoint): PossibleError[] {
  const declared = Object.entries(endpoint.errors ?? {}) as PossibleError[]
  return [...impliedErrors(key, endpoint), ...declared].toSorted(
    ([one], [other]) => errorStatus[one] - errorStatus[other],
  )
}

/** The errors of the hooks and steps before a handler (server/app.ts, register-endpoints.ts), and of a path with an id. */
function impliedErrors(key: string, endpoint: Endpoint): PossibleError[] {
  const { access, params, query, body, retry } = endpoint
  const [method = ''] = key.split(' ')
  const isWrite = !safeMethods.has(method)
  const isMemberWrite = isWrite && access !== 'anyone'
  const needsSecondFactor = isMemberWrite && endpoint.withoutSecondFactor !== 'allowed'
  const isRefusedWhileLeaving = isMemberWrite && endpoint.whileLeaving !== 'allowed'
  // What members remove of their own may be gone already.
  const namesSomething = params && !(method === 'DELETE' && access === 'user')
  const minutes = thresholds.signIn.reauthenticateAfter / 60
  const errors: [isPossible: unknown, ...PossibleError][] = [
    [true, 'BAD_REQUEST', 'The request cannot be read.'],
    [params || query || body, 'VALIDATION_FAILED', 'A value is not as described; `errors` names it.'],
    [access === 'user' || access === 'owner', 'UNAUTHENTICATED', 'Nobody is signed in.'],
    [retry === 'by key', 'UNAUTHENTICATED', 'Somebody other than `X-Oja-User` is signed in.'],
    [isWrite, 'CROSS_SITE_REQUEST', 'A browser sent it from another site.'],
    [access === 'admin', 'FORBIDDEN', 'The administrator has no second factor.'],
    [needsSecondFactor, 'FORBIDDEN', 'Everybody here must have a second factor, and the caller has none.'],
    [isRefusedWhileLeaving, 'FORBIDDEN', 'The account waits for its deletion.'],
    [
      endpoint.recentAuthentication,
      'REAUTHENTICATION_REQUIRED',
      `The user did not sign in, or enter the password (POST /api/auth/confirm), in the last ${minutes} minutes.`,
    ],
    [access === 'admin', 'NOT_FOUND', 'The caller is no administrator.'],
    [namesSomething, 'NOT_FOUND', 'What the path names does not exist, or the caller may not know of it.'],
    [retry === 'by key', 'CONFLICT', 'The Idempotency-Key was used for another request.'],
    [isWrite, 'PAYLOAD_TOO_LARGE', 'The body is too large.'],
    [isWrite, 'UNSUPPORTED_MEDIA_TYPE', 'The body is of another type than described.'],
    [true, 'RATE_LIMITED', 'Too many requests; `Retry-After` says when to try again.'],
    [true, 'INTERNAL', 'Oja has a fault.'],
    [true, 'UNAVAILABLE', 'Something that Oja needs does not answer, or a disk is full; see `Retry-After`.'],
    [true, 'OVERLOADED', 'Oja is asked for more than it can do at once; see `Retry-After`.'],
  ]
  return errors.flatMap(([isPossible, ...error]) => (isPossible ? [error] : []))
}
