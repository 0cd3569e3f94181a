import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '#shared/limits.ts'

const { digits, lifetime } = limits.code

export interface FreshCode {
  code: string
  /** What the database stores. */
  hash: Buffer
  expiresAt: Date
}

/**
 * Creates a six-digit code. `scope` names the account and the purpose, so that the code is valid for nothing
 * else.
 */
export function createCode(scope: string): FreshCode {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  return { code, hash: hashCode(scope, code), expiresAt: new Date(Date.now() + lifetime * 1000) }
}

export function isCodeCorrect(hash: Buffer, scope: string, code: string): boolean {
  return timingSafeEqual(hash, hashCode(scope, code))
}

function hashCode(scope: string, code: string): Buffer {
  return createHash('sha256').update(`${scope}:${code}`).digest()
}
