import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { deleteKnownDevice, isKnownDevice, saveKnownDevice } from './known-devices.db.ts'
import type { Exchange } from './session.ts'
import { tokenCookie } from './token-cookie.ts'

/**
 * The device cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): set at each sign-in,
 * kept after signing out. It grants no access. It separates the wrong passwords of a known browser from those
 * of strangers, whose guesses would otherwise delay the owner.
 */
const cookie = tokenCookie('oja_device', { sameSite: 'lax', maxAge: 400 * 86_400 })

/** A browser in which an account signed in before. */
export interface KnownDevice {
  /** The key of its attempts: unique to this browser and account. */
  key: string
  /** Makes the browser a stranger to this account. */
  distrust(): Promise<void>
}

/**
 * `account` is an id or an e-mail address. Returns null for a browser that never signed in to it. One
 * statement; none without a cookie.
 */
export async function knownDevice(
  db: Db,
  env: Env,
  request: FastifyRequest,
  account: number | string,
): Promise<KnownDevice | null> {
  const hash = cookie.hashOf(env, request)
  if (!hash || !(await isKnownDevice(db, hash, account))) return null
  return {
    key: `${account} device ${hash.toString('hex')}`,
    distrust: () => deleteKnownDevice(db, hash, account),
  }
}

/** Called after a sign-in: binds the browser to this account, with a fresh cookie. */
export async function rememberDevice(
  { db, env }: { db: Db; env: Env },
  { request, reply }: Exchange,
  userId: number,
): Promise<void> {
  const before = cookie.hashOf(env, request)
  await saveKnownDevice(db, cookie.give(env, reply), userId, before)
}

/** The hash that the database stores; null for a browser that never signed in. */
export function deviceHash(env: Env, request: FastifyRequest): Buffer | null {
  return cookie.hashOf(env, request)
}
