import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time. */
export function isTextEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** Returns an unguessable secret for a cookie or a link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which the database stores a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
