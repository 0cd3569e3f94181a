import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/pool.ts'
import type { Env } from '../env.ts'
import { deleteSession, findLiveHashes, findViewer, insertSession, prolongSession } from './session.db.ts'

/** Who makes a request: the row of their session and account, read once a request. */
export interface Viewer {
  id: number
  fullName: string
  email: string
  avatarUrl: string | null
  role: 'USER' | 'ADMIN'
  /** The account waits for its deletion. */
  isLeaving: boolean
}

/** Seconds that a session lives after its last use. */
const lifetime = 60 * 60 * 24 * 30
/** Seconds: the most that browsers keep. The session ends where the database says, so no answer need renew the cookie. */
const cookieLifetime = 60 * 60 * 24 * 400

function cookieName(env: Env): string {
  return env.NODE_ENV === 'production' ? '__Host-oja_session' : 'oja_session'
}

function cookieOptions(env: Env) {
  return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: env.NODE_ENV === 'production' }
}

function expiry(): Date {
  return new Date(Date.now() + lifetime * 1000)
}

/** A secret that nobody guesses, for a cookie or a link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The signed-in user of a request, or null: one query, none without a cookie. Banned users are nobody. Use prolongs
 * the session, written at most once an hour.
 */
export function readViewer(db: Db, env: Env, request: FastifyRequest): Promise<Viewer | null> {
  return readViewerOfCookies(db, env, request.cookies)
}

/** The same from parsed cookies, for sockets. */
export async function readViewerOfCookies(
  db: Db,
  env: Env,
  cookies: Record<string, string | undefined>,
): Promise<Viewer | null> {
  const token = cookies[cookieName(env)]
  if (!token) return null
  const found = await findViewer(db, hashToken(token))
  if (found?.isStale) await prolongSession(db, hashToken(token), expiry())
  return found?.viewer ?? null
}

/** Which of these sets of cookies are a live session, in their order: one query. */
export async function findLiveSessions(
  db: Db,
  env: Env,
  cookies: Record<string, string | undefined>[],
): Promise<boolean[]> {
  const hashes = cookies.map((set) => hashToken(set[cookieName(env)] ?? ''))
  const live = new Set((await findLiveHashes(db, hashes)).map((hash) => hash.toString('hex')))
  return hashes.map((hash) => live.has(hash.toString('hex')))
}

/** Opens a session with a fresh token (never one that the browser brought) and sets its cookie. */
export async function startSession(
  db: Db,
  env: Env,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  const token = createToken()
  await endSession(db, env, request, reply)
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: userId,
    user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
    ip: request.ip,
    expires_at: expiry(),
  })
  reply.setCookie(cookieName(env), token, { ...cookieOptions(env), maxAge: cookieLifetime })
}

/** What the database knows the request's own session by; null where the request has none. */
export function ownTokenHash(env: Env, request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName(env)]
  return token ? hashToken(token) : null
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
