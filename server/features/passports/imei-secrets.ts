import { createHmac } from 'node:crypto'
import { seal, secretKey, unseal } from '#server/core/session/secret-key.ts'
import type { Env } from '#server/env.ts'

type Keys = Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>

export interface StoredImei {
  /** HMAC to find equal numbers. The server's key prevents computing it for all possible numbers. */
  number_hash: Buffer
  /** Encrypted; `readImei` opens it. */
  number_sealed: Buffer
  last_four: string
}

export async function hashImei(env: Keys, digits: string): Promise<Buffer> {
  return createHmac('sha256', await secretKey(env, 'imei look-up'))
    .update(digits)
    .digest()
}

/** `userId`: the number's owner. */
export async function storedImei(env: Keys, digits: string, userId: number): Promise<StoredImei> {
  return {
    number_hash: await hashImei(env, digits),
    number_sealed: seal(await secretKey(env, 'imei'), Buffer.from(digits), String(userId)),
    last_four: digits.slice(-4),
  }
}

/** The 15 digits; null if they were stored with another key. */
export async function readImei(env: Keys, sealed: Buffer, userId: number): Promise<string | null> {
  const key = await secretKey(env, 'imei')
  try {
    return unseal(key, sealed, String(userId)).toString()
  } catch {
    return null
  }
}
