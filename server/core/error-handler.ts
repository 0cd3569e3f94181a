import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, type Problem } from '#shared/errors.ts'

const titles: Partial<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'The request is not valid',
  UNAUTHENTICATED: 'Not signed in',
  NOT_FOUND: 'Not found',
  RATE_LIMITED: 'Too many requests',
  INTERNAL: 'Something went wrong',
  UNAVAILABLE: 'Not available right now',
}

/** Answers an error in the one form; whatever is not an AppError is logged and tells nothing of the inside. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error)
  if (known.status >= 500) request.log.error({ err: error }, 'request failed')
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter))
  return reply
    .code(known.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(toProblem(known))
}

/** The body of an answer that tells of an error. */
export function toProblem(error: AppError): Problem {
  return {
    type: `urn:oja:error:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title:
      titles[error.code] ?? error.code.charAt(0) + error.code.slice(1).toLowerCase().replaceAll('_', ' '),
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(error.errors ? { errors: error.errors } : {}),
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
  }
}

const byStatus: Record<number, [ErrorCode, string]> = {
  400: ['BAD_REQUEST', 'This request could not be read. Please check it and try again.'],
  404: ['NOT_FOUND', 'There is nothing here.'],
  413: ['PAYLOAD_TOO_LARGE', 'This is too large to be sent.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.'],
  429: ['RATE_LIMITED', 'Too many requests. Please wait a moment and try again.'],
}

/** PostgreSQL keeps every character but the zero byte: none is typed by a person. */
const unstorableText = new Set(['22021', '22P05'])

/** PostgreSQL or the way to it is gone, or it is only starting: worth trying again soon. */
const databaseGone = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
])

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode, message = '' } = (error ?? {}) as Partial<FastifyError>
  if (
    (code && databaseGone.has(code)) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message)
  ) {
    return new AppError('UNAVAILABLE', 'Oja is catching its breath. Please try again in a moment.', {
      retryAfter: 2,
    })
  }
  if (code && unstorableText.has(code)) {
    return new AppError('BAD_REQUEST', 'The text holds a character that cannot be kept. Please remove it.')
  }
  const [known, sentence] = byStatus[statusCode ?? 500] ?? []
  if (known && sentence) return new AppError(known, sentence)
  if (statusCode && statusCode < 500) return new AppError('BAD_REQUEST', byStatus[400]?.[1] ?? message)
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.')
}
