/** Every error code of the API, with its HTTP status. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  BAD_REQUEST: 400,
  INVALID_CODE: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  CROSS_SITE_REQUEST: 403,
  EMAIL_UNVERIFIED: 403,
  REAUTHENTICATION_REQUIRED: 403,
  ACCOUNT_BANNED: 403,
  NOT_FOUND: 404,
  NO_LONGER_AVAILABLE: 404,
  LISTING_ENDED: 404,
  CONFLICT: 409,
  STALE_VERSION: 409,
  EMAIL_TAKEN: 409,
  USERNAME_TAKEN: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_IMAGE: 422,
  PROOF_REQUIRED: 428,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  OVERLOADED: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export interface FieldError {
  /** Dotted path of the field in the request, such as `photos.0`. */
  path: string
  message: string
}

/** RFC 9457 problem details, the form of every error response (`application/problem+json`). */
export interface Problem {
  type: string
  title: string
  status: number
  /** A sentence for a person: what happened and what to do. */
  detail: string
  code: ErrorCode
  errors?: FieldError[]
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  /** For STALE_VERSION of an edit: the current state of the resource, in the form of its endpoint's response. */
  current?: unknown
}

/** An error with a message for a person. Thrown anywhere on the server, sent by the one error handler. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly current: unknown

  constructor(
    code: ErrorCode,
    message: string,
    more: { errors?: FieldError[]; retryAfter?: number; current?: unknown } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.current = more.current
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** NOT_FOUND, also for what the caller may not know to exist. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing here.')
}

/** VALIDATION_FAILED because of one field, named by its dotted path. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { errors: [{ path, message }] })
}
