import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#shared/limits.ts'
import type { Env } from '../../env.ts'
import { createToken, hashToken } from './session.ts'

/** The cookie of a sign-in that waits for its next step: it says nothing about who it is, and signs nobody in. */
function cookieName(env: Env): string {
  return env.NODE_ENV === 'production' ? '__Host-oja_sign_in' : 'oja_sign_in'
}

function cookieOptions(env: Env) {
  return { path: '/', httpOnly: true, sameSite: 'strict' as const, secure: env.NODE_ENV === 'production' }
}

/** Sets a fresh cookie; answers what the database knows it by. */
export function giveStepCookie(env: Env, reply: FastifyReply): Buffer {
  const token = createToken()
  reply.setCookie(cookieName(env), token, { ...cookieOptions(env), maxAge: limits.signIn.step.lifetime })
  return hashToken(token)
}

/** Null where nothing waits in this browser. */
export function stepHash(env: Env, request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName(env)]
  return token ? hashToken(token) : null
}

export function clearStepCookie(env: Env, reply: FastifyReply): void {
  reply.clearCookie(cookieName(env), cookieOptions(env))
}
