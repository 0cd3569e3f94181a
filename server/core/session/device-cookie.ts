import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { tokenCookie } from '../http/token-cookie.ts'
import { deleteKnownDevice, isKnownDevice, saveKnownDevice } from './known-devices.db.ts'

/**
 * The device cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): given to a browser at each sign-in and
 * kept when it signs out. It signs nobody in. It separates the wrong passwords of a browser that signed in before from those
 * of strangers, whose guesses would otherwise keep the owner waiting.
 */
const cookie = tokenCookie('oja_device', { sameSite: 'lax', maxAge: 400 * 86_400 })

/** A browser that an account signed in with before. */
export interface KnownDevice {
  /** What its tries are counted by: another browser, or another account in this one, has another. */
  key: string
  /** Makes it a stranger to this account. */
  distrust(): Promise<void>
}

/** `account` is an id or an e-mail address. Null for a browser that did not sign in with it: one statement, none without a cookie. */
export async function knownDevice(
  db: Db,
  env: Env,
  request: FastifyRequest,
  account: number | string,
): Promise<KnownDevice | null> {
  const hash = cookie.hashOf(env, request)
  if (!hash || !(await isKnownDevice(db, hash, account))) return null
  return {
    key: `${String(account).toLowerCase()} device ${hash.toString('hex')}`,
    distrust: () => deleteKnownDevice(db, hash, account),
  }
}

/** After a sign-in: the browser is known to this account from now on, by a fresh cookie. */
export async function rememberDevice(
  db: Db,
  env: Env,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  const before = cookie.hashOf(env, request)
  await saveKnownDevice(db, cookie.give(env, reply), userId, before)
}

/** What the database knows the browser by; null for one that never signed in. */
export function deviceHash(env: Env, request: FastifyRequest): Buffer | null {
  return cookie.hashOf(env, request)
}
