import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time. */
export function isTextEqual(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other))
}

/** Returns an unguessable secret for a cookie or a link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which the database stores a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
