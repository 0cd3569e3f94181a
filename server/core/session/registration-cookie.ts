import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#shared/limits.ts'
import type { Env } from '../../env.ts'
import { hashToken } from './session.ts'

/** The cookie that says which pending registration is this browser's: it signs nobody in. */
function cookieName(env: Env): string {
  return env.NODE_ENV === 'production' ? '__Host-oja_registration' : 'oja_registration'
}

function cookieOptions(env: Env) {
  return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: env.NODE_ENV === 'production' }
}

export function giveRegistrationCookie(env: Env, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(env), token, { ...cookieOptions(env), maxAge: limits.registrationKept })
}

/** What the database knows this browser's registration by; null where none was begun. */
export function registrationHash(env: Env, request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName(env)]
  return token ? hashToken(token) : null
}

export function clearRegistrationCookie(env: Env, reply: FastifyReply): void {
  reply.clearCookie(cookieName(env), cookieOptions(env))
}
