import { createHmac } from 'node:crypto'
import { type SecretKeySettings, seal, secretKey, unseal } from '#server/core/session/secret-key.ts'

export interface StoredImei {
  /** HMAC to find equal IMEIs. The server's key prevents computing it for all possible IMEIs. */
  number_hash: Buffer
  /** Encrypted; `readImei` opens it. */
  number_sealed: Buffer
  last_four: string
}

export async function hashImei(env: SecretKeySettings, digits: string): Promise<Buffer> {
  return createHmac('sha256', await secretKey(env, 'imei look-up'))
    .update(digits)
    .digest()
}

/** `userId`: the IMEI's owner. */
export async function storedImei(
  env: SecretKeySettings,
  digits: string,
  userId: number,
): Promise<StoredImei> {
  return {
    number_hash: await hashImei(env, digits),
    number_sealed: seal(await secretKey(env, 'imei'), Buffer.from(digits), String(userId)),
    last_four: digits.slice(-4),
  }
}

/** The 15 digits; null if they were stored with another key. */
export async function readImei(
  env: SecretKeySettings,
  sealed: Buffer,
  userId: number,
): Promise<string | null> {
  return unseal(await secretKey(env, 'imei'), sealed, String(userId))?.toString() ?? null
}
