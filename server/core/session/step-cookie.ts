import type { FastifyReply, FastifyRequest } from 'fastify'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { thresholds } from '#shared/thresholds.ts'
import type { Env } from '../../env.ts'

/** The cookie of a pending sign-in. It does not reveal the account and grants no access. */
function cookieName(env: Env): string {
  return env.NODE_ENV === 'production' ? '__Host-oja_sign_in' : 'oja_sign_in'
}

function cookieOptions(env: Env) {
  return { path: '/', httpOnly: true, sameSite: 'strict' as const, secure: env.NODE_ENV === 'production' }
}

/** Sets a fresh cookie; returns the hash that the database stores. */
export function giveStepCookie(env: Env, reply: FastifyReply): Buffer {
  const token = createToken()
  reply.setCookie(cookieName(env), token, { ...cookieOptions(env), maxAge: thresholds.signIn.step.lifetime })
  return hashToken(token)
}

/** Returns null if no sign-in is pending in this browser. */
export function stepHash(env: Env, request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName(env)]
  return token ? hashToken(token) : null
}

export function clearStepCookie(env: Env, reply: FastifyReply): void {
  reply.clearCookie(cookieName(env), cookieOptions(env))
}
