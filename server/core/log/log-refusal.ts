import type { FastifyRequest } from 'fastify'
import type { Contract } from '#shared/contract/index.ts'
import type { AppError, ErrorCode } from '#shared/errors.ts'
import type { Viewer } from '../session/session.ts'

/** Error codes that are logged as security events; `isLogged` decides UNAUTHENTICATED and NOT_FOUND. */
const loggedCodes = new Set<ErrorCode>([
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

/** Stores the caller of a request for the log of refusals. */
export function rememberCaller(request: FastifyRequest, viewer: Viewer | null): void {
  if (viewer) callers.set(request, viewer.id)
}

/**
 * Logs a refused request: error code, caller and address, never its content. NOT_FOUND is logged for
 * signed-in users, since administration endpoints return it to others.
 */
export function logRefusal(request: FastifyRequest, { code }: AppError): void {
  const userId = callers.get(request)
  const { method, ip } = request
  const { url: route, config } = request.routeOptions
  if (!isLogged(code, userId, config.endpoint)) return
  request.log.info({ security: 'REFUSED', refusal: code, userId, ip, method, route }, 'security event')
}

function isLogged(code: ErrorCode, userId: number | undefined, endpoint?: keyof Contract): boolean {
  if (code === 'NOT_FOUND') return userId !== undefined
  // Every anonymous page calls it.
  if (code === 'UNAUTHENTICATED') return endpoint !== 'GET /api/auth/me'
  return loggedCodes.has(code)
}
