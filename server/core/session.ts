import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/pool.ts'
import type { Env } from '../env.ts'
import { deleteSession, findViewer, insertSession } from './session.db.ts'

/** Who makes a request: the row of their session and account, read once a request. */
export interface Viewer {
  id: number
  fullName: string
  email: string
  avatarUrl: string | null
  role: 'USER' | 'ADMIN'
}

/** Seconds that a session lives after its last use. */
const lifetime = 60 * 60 * 24 * 30

function cookieName(env: Env): string {
  return env.NODE_ENV === 'production' ? '__Host-oja_session' : 'oja_session'
}

function cookieOptions(env: Env) {
  return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: env.NODE_ENV === 'production' }
}

/** What the database keeps of a session token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The signed-in user of a request, or null: one query, none without a cookie. Banned users are nobody. */
export async function readViewer(db: Db, env: Env, request: FastifyRequest): Promise<Viewer | null> {
  const token = request.cookies[cookieName(env)]
  return token ? findViewer(db, hashToken(token)) : null
}

/** Opens a session with a fresh token (never one that the browser brought) and sets its cookie. */
export async function startSession(
  db: Db,
  env: Env,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await endSession(db, env, request, reply)
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: userId,
    user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
    ip: request.ip,
    expires_at: new Date(Date.now() + lifetime * 1000),
  })
  reply.setCookie(cookieName(env), token, { ...cookieOptions(env), maxAge: lifetime })
}

/** Ends the session of the request's cookie, if any, and clears the cookie. */
export async function endSession(
  db: Db,
  env: Env,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = request.cookies[cookieName(env)]
  if (!token) return
  await deleteSession(db, hashToken(token))
  reply.clearCookie(cookieName(env), cookieOptions(env))
}
