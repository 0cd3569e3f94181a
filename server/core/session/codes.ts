import { createHmac, randomInt } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { type SecretKeySettings, secretKey } from './secret-key.ts'

const { digits, lifetime } = limits.code

export interface FreshCode {
  code: string
  /** What the database stores. */
  hash: Buffer
  expiresAt: Date
}

/**
 * Creates a six-digit code. `scope`: the purpose, and whom or what it is for (an address; an account and a
 * number). The row that stores a code decides what it opens.
 */
export async function createCode(env: SecretKeySettings, scope: string): Promise<FreshCode> {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const hash = await hashCode(env, scope, code)
  return { code, hash, expiresAt: new Date(Date.now() + lifetime * 1000) }
}

/** HMAC. The server's key prevents computing it for all million codes; compare with `timingSafeEqual`. */
export async function hashCode(env: SecretKeySettings, scope: string, code: string): Promise<Buffer> {
  return createHmac('sha256', await secretKey(env, 'code'))
    .update(`${scope}:${code}`)
    .digest()
}

/** The same refusal for every cause, so that it does not reveal which addresses have an account. `newest`: what has the valid code. */
export const wrongCode = (newest: string) =>
  new AppError(
    'INVALID_CODE',
    `This code is not right, has expired, or was tried too often. Check the newest ${newest}, or ask for a new code.`,
  )
