import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { currentBudget } from '#server/lib/request-context.ts'
import { contract } from '#shared/contract/index.ts'
import { type Endpoint, safeMethods } from '#shared/endpoint.ts'
import { AppError, type ErrorCode, notFound, type Problem } from '#shared/errors.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { isDiskFull, isTransient } from '../../db/failures.ts'
import { diskIsFull } from '../disk/refuse-writes.ts'
import { logFailure } from '../log/log-failure.ts'
import { logRefusal } from '../log/log-refusal.ts'

const titles: Partial<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'The request is not valid',
  UNAUTHENTICATED: 'Not signed in',
  NOT_FOUND: 'Not found',
  RATE_LIMITED: 'Too many requests',
  INTERNAL: 'Something went wrong',
  UNAVAILABLE: 'Not available right now',
}

/**
 * Sends any error as problem details, or as a page to a person who opened an address. An error that is not an AppError is logged, and its
 * details are not sent.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known =
    isTransient(error) && !isDiskFull(error) && mayBeSaved(request)
      ? unknownOutcome(request)
      : toAppError(error)
  if (known.status >= 500) logFailure(request.log, error, known, 'request failed')
  else logRefusal(request, known)
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter))
  reply.code(known.status).header('cache-control', 'no-store')
  return wantsPage(request)
    ? reply.type('text/html; charset=utf-8').send(toPage(known))
    : reply.type('application/problem+json').send(toProblem(known))
}

/** Whether a browser shows the response to a person. */
const wantsPage = ({ url, headers }: FastifyRequest) =>
  !url.startsWith('/api') && headers.accept?.includes('text/html') === true

/** Loads no other resources. */
function toPage(error: AppError): string {
  const { title, detail, retryAfter } = toProblem(error)
  const text = detail.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const [heading, next, refresh] =
    retryAfter === undefined
      ? [title, '<a href="/">Go home</a>', '']
      : [
          'One moment, please',
          'This page tries again by itself.',
          `<meta http-equiv="refresh" content="${retryAfter + 2}">`,
        ]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${refresh}
<title>${heading} - ${PRODUCT_NAME}</title><h1>${heading}</h1><p>${text} ${next}</p></html>`
}

/** A write that failed after a commit, or part of it, was sent: its outcome is unknown. */
function mayBeSaved({ method }: FastifyRequest): boolean {
  return !safeMethods.has(method) && currentBudget()?.mayHaveWritten === true
}

/** The error for a write with an unknown outcome; says whether it can be repeated safely. */
function unknownOutcome(request: FastifyRequest): AppError {
  const { endpoint } = request.routeOptions.config
  const { retry } = (endpoint ? contract[endpoint] : {}) as Partial<Endpoint>
  const isSafe = !retry || (retry === 'by key' && request.headers['idempotency-key'] !== undefined)
  const advice = isSafe
    ? 'Please try again: it will not be saved twice.'
    : 'Please look whether it was before you try again.'
  return new AppError(
    'UNAVAILABLE',
    `The answer took too long, so we do not know whether this was saved. ${advice}`,
    { retryAfter: 2 },
  )
}

/** The body of an error response. */
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
    ...(error.current === undefined ? {} : { current: error.current }),
  }
}

export const unreadableRequest = 'This request could not be read. Please check it and try again.'
const byStatus: Record<number, [ErrorCode, string]> = {
  412: ['PRECONDITION_FAILED', 'This file is another one than the request names.'],
  413: ['PAYLOAD_TOO_LARGE', 'This is too large to be sent.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.'],
}

/** PostgreSQL stores every character except U+0000, which nobody types. */
const unstorableText = new Set(['22021', '22P05'])

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  // Only errors about the request: an ECONNRESET, when the client hangs up, has a status code too.
  if (statusCode === 404) return notFound()
  if (statusCode && statusCode < 500)
    return new AppError(...(byStatus[statusCode] ?? ['BAD_REQUEST', unreadableRequest]))
  if (isDiskFull(error)) return diskIsFull()
  if (isTransient(error)) {
    return new AppError('UNAVAILABLE', 'Oja is catching its breath. Please try again in a moment.', {
      retryAfter: 2,
    })
  }
  if (code && unstorableText.has(code)) {
    return new AppError('BAD_REQUEST', 'The text holds a character that cannot be kept. Please remove it.')
  }
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.')
}
