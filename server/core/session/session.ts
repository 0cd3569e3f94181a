import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { mustHaveSecondFactor, type SecondFactorSettings } from './second-factor-rule.ts'
import {
  deleteSession,
  deleteSessionOf,
  findViewer,
  insertSession,
  type OwnSession,
  type Proof,
  prolongSession,
  replaceToken,
  signOut,
} from './session.db.ts'

/** Somebody with an account. */
export interface Person {
  id: number
  fullName: string
  email: string
  avatarUrl: string | null
  role: 'USER' | 'ADMIN'
  /** The account waits for its deletion. */
  isLeaving: boolean
}

/** Who makes a request: the row of their session and account, read once a request. */
export interface Viewer extends Person {
  /** What they may do in this session: an administrator who lacks the second factor is a user. */
  role: 'USER' | 'ADMIN'
  /** What the account is. */
  accountRole: 'USER' | 'ADMIN'
  /** A second factor is required of them, and this session was opened without one. */
  lacksSecondFactor: boolean
  /** They proved within the last minutes, in this session, who they are. */
  isConfirmed: boolean
  session: OwnSession
}

const { sessionIdle } = limits.signIn
/** Seconds: the most that browsers keep. The session ends where the database says, so no answer need renew the cookie. */
const cookieLifetime = 60 * 60 * 24 * 400

/** Of the session's cookie. `__Host-`: only over TLS, for this host alone. */
export function cookieName(env: Pick<Env, 'NODE_ENV'>): string {
  return env.NODE_ENV === 'production' ? '__Host-oja_session' : 'oja_session'
}

function cookieOptions(env: Env) {
  return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: env.NODE_ENV === 'production' }
}

function expiry(): Date {
  return new Date(Date.now() + sessionIdle * 1000)
}

/** A secret that nobody guesses, for a cookie or a link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a request may be of somebody who is signed in: without looking the session up. */
export function hasSessionCookie(
  env: Env,
  { cookies }: { cookies: Record<string, string | undefined> },
): boolean {
  return cookies[cookieName(env)] !== undefined
}

/**
 * The signed-in user of a request, or null: one query, none without a cookie. Banned users are nobody. Use prolongs
 * the session, written at most once an hour; not where `isReplica`.
 */
export async function readViewer(
  db: Db,
  env: Env,
  request: FastifyRequest,
  isReplica = false,
): Promise<Viewer | null> {
  return readViewerOfHash(db, env, tokenHashOf(env, request.cookies), isReplica)
}

/** What the database knows a session by; null for a visitor. */
export function tokenHashOf(env: Env, cookies: Record<string, string | undefined>): Buffer | null {
  const token = cookies[cookieName(env)]
  return token ? hashToken(token) : null
}

/** The same as `readViewer`, for who keeps the hash: sockets. */
export async function readViewerOfHash(
  db: Db,
  env: SecondFactorSettings,
  tokenHash: Buffer | null,
  isReplica = false,
): Promise<Viewer | null> {
  if (!tokenHash) return null
  const found = await findViewer(db, tokenHash)
  if (!found) return null
  if (found.isStale && !isReplica) await prolongSession(db, tokenHash, expiry())
  const { role: accountRole, ...person } = found.person
  const lacksSecondFactor = !found.secondFactor && mustHaveSecondFactor(env, accountRole)
  return {
    ...person,
    role: lacksSecondFactor ? 'USER' : accountRole,
    accountRole,
    lacksSecondFactor,
    isConfirmed: found.isConfirmed,
    session: found.session,
  }
}

/**
 * Opens a session with a fresh token (never one that the browser brought) and sets its cookie. Throws UNAUTHENTICATED where the
 * account changed since the proof was looked at: another password, a factor, a ban, signing out everywhere.
 */
export async function startSession(
  db: Db,
  env: Env,
  request: FastifyRequest,
  reply: FastifyReply,
  proof: Proof,
  { secondFactor }: { secondFactor: boolean },
): Promise<void> {
  const token = createToken()
  const isOpen = await insertSession(db, proof, {
    tokenHash: hashToken(token),
    userAgent: userAgentOf(request),
    ip: request.ip,
    expiresAt: expiry(),
    secondFactor,
  })
  if (!isOpen) throw changedMeanwhile()
  const before = tokenHashOf(env, request.cookies)
  if (before) await deleteSession(db, before)
  giveSessionCookie(env, reply, token)
}

/** The account is not any more what the request found when it began. */
export function changedMeanwhile(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'Something about this account was changed at the same moment, so this was not done. Please log in again.',
  )
}

/**
 * Gives the request's own session another token, so that whoever copied the old one is out, and notes that its owner has
 * just proved who they are. Answers the token, whose cookie is set once it is committed. UNAUTHENTICATED where it is over.
 */
export async function renewSession(db: Db, viewer: Viewer, secondFactor?: boolean): Promise<string> {
  const token = createToken()
  if (await replaceToken(db, viewer.session.tokenHash, hashToken(token), secondFactor)) return token
  throw changedMeanwhile()
}

/** Ends every session but the request's own, which gets another token as `renewSession` says. `secondFactor` absent: as it was. */
export async function signOutOthers(tx: Tx, viewer: Viewer, secondFactor?: boolean): Promise<string> {
  await signOut(tx, viewer.id, viewer.session.tokenHash)
  return renewSession(tx, viewer, secondFactor)
}

/** Sets the cookie of a session's token. */
export function giveSessionCookie(env: Env, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(env), token, { ...cookieOptions(env), maxAge: cookieLifetime })
}

/** What is kept of the browser's name for itself. */
export function userAgentOf(request: FastifyRequest): string | null {
  return request.headers['user-agent']?.slice(0, 300) ?? null
}

/** Ends the session of a request, whichever token it has by now, and clears the cookie. */
export async function endSession(
  db: Db,
  env: Env,
  viewer: Viewer | null,
  reply: FastifyReply,
): Promise<void> {
  if (viewer) await deleteSessionOf(db, viewer.id, viewer.session.id)
  reply.clearCookie(cookieName(env), cookieOptions(env))
}
