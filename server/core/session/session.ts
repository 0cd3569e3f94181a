import type { FastifyReply, FastifyRequest } from 'fastify'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { AppError } from '#shared/errors.ts'
import { thresholds } from '#shared/thresholds.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import type { DiskWatch } from '../disk/disk-watch.ts'
import {
  type Authentication,
  deleteSession,
  deleteSessionOf,
  extendSession,
  findViewer,
  insertSession,
  type OwnSession,
  replaceToken,
  signOut,
} from './session.db.ts'
import { tokenCookie } from './token-cookie.ts'

/** The fields of the signed-in account that requests need. */
export interface Person {
  id: number
  fullName: string
  email: string
  avatarUrl: string | null
  role: 'USER' | 'ADMIN'
  /** Whether the account waits for its deletion. */
  isLeaving: boolean
}

/** The caller of a request: the row of session and account, read once per request. */
export interface Viewer extends Person {
  /** The role in this session: an administrator without the required second factor is a USER. */
  role: 'USER' | 'ADMIN'
  /** The account's own role. */
  accountRole: 'USER' | 'ADMIN'
  /** Whether a second factor is required, but this session was opened without one. */
  lacksSecondFactor: boolean
  /** Whether the user signed in, or entered the password, in this session within `signIn.reauthenticateAfter`. */
  isRecentlyAuthenticated: boolean
  session: OwnSession
}

interface Services<E = Env> {
  db: Db
  disk: Pick<DiskWatch, 'hasSpaceFor'>
  env: E
}

/** A request and its response, which signs the caller in. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const { sessionIdle } = thresholds.signIn
/**
 * Seconds: the longest lifetime that browsers allow. The database ends the session, so responses need not
 * renew the cookie.
 */
const cookieLifetime = 60 * 60 * 24 * 400

export const sessionCookie = tokenCookie('oja_session', { sameSite: 'lax', maxAge: cookieLifetime })

function expiry(): Date {
  return new Date(Date.now() + sessionIdle * 1000)
}

export function hasSessionCookie(
  env: Env,
  { cookies }: { cookies: Record<string, string | undefined> },
): boolean {
  return cookies[sessionCookie.nameFor(env)] !== undefined
}

/**
 * The signed-in user of a request, or null. One query; none without a cookie. Banned users count as signed
 * out. Extends the session, at most once an hour, but not on a replica or while the disk is full.
 */
export async function readViewer(
  services: Services,
  request: FastifyRequest,
  source?: Db,
): Promise<Viewer | null> {
  return readViewerOfHash(services, sessionCookie.hashOf(services.env, request), source)
}

/** Like `readViewer`, for sockets, which store the hash. */
export async function readViewerOfHash(
  { db, disk, env }: Services<SecondFactorSettings>,
  tokenHash: Buffer | null,
  source = db,
): Promise<Viewer | null> {
  if (!tokenHash) return null
  const found = await findViewer(source, tokenHash)
  if (!found) return null
  if (found.isStale && source === db && disk.hasSpaceFor('normal'))
    await extendSession(db, tokenHash, expiry())
  const { role: accountRole, ...person } = found.person
  const lacksSecondFactor = !found.secondFactor && mustHaveSecondFactor(env, accountRole)
  return {
    ...person,
    role: lacksSecondFactor ? 'USER' : accountRole,
    accountRole,
    lacksSecondFactor,
    isRecentlyAuthenticated: found.isRecentlyAuthenticated,
    session: found.session,
  }
}

/**
 * Opens a session with a fresh token (never one from the browser) and sets its cookie. Throws UNAUTHENTICATED
 * if the account changed since the authentication: a new password or factor, a ban, a logout everywhere.
 */
export async function startSession(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { request, reply }: Exchange,
  authentication: Authentication,
  { secondFactor }: { secondFactor: boolean },
): Promise<void> {
  const token = createToken()
  const isOpen = await insertSession(db, authentication, {
    tokenHash: hashToken(token),
    userAgent: userAgentOf(request),
    ip: request.ip,
    expiresAt: expiry(),
    secondFactor,
  })
  if (!isOpen) throw changedMeanwhile()
  const before = sessionCookie.hashOf(env, request)
  if (before) await deleteSession(db, before)
  sessionCookie.give(env, reply, token)
}

/** The error for an account that changed since the start of the request. */
export function changedMeanwhile(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'Something about this account was changed at the same moment, so this was not done. Please log in again.',
  )
}

/**
 * Replaces the token of the request's session, which locks out a copied token, and records the confirmation.
 * Returns the token; set its cookie after the commit. Throws UNAUTHENTICATED if the session has ended.
 */
export async function replaceSessionToken(db: Db, viewer: Viewer, secondFactor?: boolean): Promise<string> {
  const token = createToken()
  if (await replaceToken(db, viewer.session.tokenHash, hashToken(token), secondFactor)) return token
  throw changedMeanwhile()
}

/**
 * Ends every session except the request's own, whose token is replaced as in `replaceSessionToken`. Without
 * `secondFactor` that flag is unchanged.
 */
export async function signOutOthers(tx: Tx, viewer: Viewer, secondFactor?: boolean): Promise<string> {
  await signOut(tx, viewer.id, viewer.session.tokenHash)
  return replaceSessionToken(tx, viewer, secondFactor)
}

/** The stored part of the User-Agent header. */
export function userAgentOf(request: FastifyRequest): string | null {
  return request.headers['user-agent']?.slice(0, 300) ?? null
}

/** Ends the session of a request, whatever its current token, and clears the cookie. */
export async function endSession(
  db: Db,
  env: Env,
  viewer: Viewer | null,
  reply: FastifyReply,
): Promise<void> {
  if (viewer) await deleteSessionOf(db, viewer.id, viewer.session.id)
  sessionCookie.clear(env, reply)
}

export type SecondFactorSettings = Pick<Env, 'NODE_ENV'> & Partial<Pick<Env, 'SECOND_FACTOR'>>

/** Whether an account of this role must sign in with a second factor. */
export function mustHaveSecondFactor(env: SecondFactorSettings, role: 'USER' | 'ADMIN'): boolean {
  const rule = env.SECOND_FACTOR ?? (env.NODE_ENV === 'production' ? 'admins' : 'optional')
  return rule === 'everyone' || (rule === 'admins' && role === 'ADMIN')
}

/** For an account that must have a second factor and has none. */
export const secondFactorRequired = 'Turn on two-step login in your settings first.'
