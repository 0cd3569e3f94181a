import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '#server/env.ts'
import { secretKey } from '../session/secret-key.ts'

// Links in mails that work without a session. They stay valid as long as the server's key does: mails are read years later.

export type Keys = Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>

/** Each purpose has a key of its own, so that a link for one is none for another. */
type Purpose = 'unsubscribe' | 'appeal' | 'renewal'

const known: Record<Purpose, WeakMap<Keys, Promise<Buffer>>> = {
  unsubscribe: new WeakMap(),
  appeal: new WeakMap(),
  renewal: new WeakMap(),
}

/** Cached, because mails are composed inside transactions that hold locks. */
function keyOf(keys: Keys, purpose: Purpose): Promise<Buffer> {
  const key = known[purpose].get(keys) ?? secretKey(keys, purpose)
  known[purpose].set(keys, key)
  key.catch(() => known[purpose].delete(keys))
  return key
}

/** 128 bits of HMAC-SHA-256, as 22 characters. */
export async function sign(keys: Keys, purpose: Purpose, text: string): Promise<string> {
  const key = await keyOf(keys, purpose)
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')
}

/** `given` has 22 characters. */
export async function isSignature(
  keys: Keys,
  purpose: Purpose,
  text: string,
  given: string,
): Promise<boolean> {
  return timingSafeEqual(Buffer.from(given), Buffer.from(await sign(keys, purpose, text)))
}
