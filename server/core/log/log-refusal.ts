import type { FastifyRequest } from 'fastify'
import type { AppError, ErrorCode } from '#shared/errors.ts'
import type { Viewer } from '../session/session.ts'

/** Refusals that somebody who looks for a way in meets again and again. What a form says to who mistyped is not among them. */
const telling = new Set<ErrorCode>([
  'BAD_REQUEST',
  'VALIDATION_FAILED',
  'FORBIDDEN',
  'CROSS_SITE_REQUEST',
  'REAUTHENTICATION_REQUIRED',
  'PROOF_REQUIRED',
  'RATE_LIMITED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
])

const callers = new WeakMap<FastifyRequest, number>()

/** Remembers who makes a request, for what may have to be said of it. */
export function noteCaller(request: FastifyRequest, viewer: Viewer | null): void {
  if (viewer) callers.set(request, viewer.id)
}

/**
 * Writes that a request was refused: by what, who, from where; never what was in it. An address that is not there is told of
 * where somebody is signed in, since administration is not there for them.
 */
export function logRefusal(request: FastifyRequest, { code }: AppError): void {
  const userId = callers.get(request)
  const { method, ip } = request
  const route = request.routeOptions.url
  if (!isTelling(code, userId, route)) return
  request.log.info({ security: 'REFUSED', refusal: code, userId, ip, method, route }, 'security event')
}

function isTelling(code: ErrorCode, userId: number | undefined, route: string | undefined): boolean {
  if (code === 'NOT_FOUND') return userId !== undefined
  // Every visitor's page asks this.
  if (code === 'UNAUTHENTICATED') return route !== '/api/auth/me'
  return telling.has(code)
}
