import type { FastifyReply } from 'fastify'
import type { Env } from '#server/env.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'

type Settings = Pick<Env, 'NODE_ENV'>
type Cookies = { cookies: Record<string, string | undefined> }

/** A cookie with a random 256-bit token. The database stores its SHA-256 hash. */
export interface TokenCookie {
  /** Sets the cookie, with a fresh token unless `token` is given; returns the hash. */
  give(env: Settings, reply: FastifyReply, token?: string): Buffer
  /** Returns null if the request has no such cookie. */
  tokenOf(env: Settings, request: Cookies): string | null
  hashOf(env: Settings, request: Cookies): Buffer | null
  clear(env: Settings, reply: FastifyReply): void
  nameFor(env: Settings): string
}

/**
 * `maxAge` in seconds. HttpOnly; in production Secure, with a `__Host-` name, which no other host can set.
 */
export function tokenCookie(
  name: string,
  { sameSite, maxAge }: { sameSite: 'lax' | 'strict'; maxAge: number },
): TokenCookie {
  const isSecure = (env: Settings) => env.NODE_ENV === 'production'
  const nameFor = (env: Settings) => (isSecure(env) ? `__Host-${name}` : name)
  const optionsFor = (env: Settings) => ({ path: '/', httpOnly: true, sameSite, secure: isSecure(env) })
  const tokenOf = (env: Settings, request: Cookies) => request.cookies[nameFor(env)] || null
  return {
    give(env, reply, token = createToken()) {
      reply.setCookie(nameFor(env), token, { ...optionsFor(env), maxAge })
      return hashToken(token)
    },
    tokenOf,
    hashOf(env, request) {
      const token = tokenOf(env, request)
      return token === null ? null : hashToken(token)
    },
    clear: (env, reply) => void reply.clearCookie(nameFor(env), optionsFor(env)),
    nameFor,
  }
}
