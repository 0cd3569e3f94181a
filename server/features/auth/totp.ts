import { Secret, TOTP } from 'otpauth'
import { PRODUCT_NAME } from '#shared/limits.ts'

/** Seconds that a code is valid; the steps before and after are accepted too, for clocks that differ. */
const period = 30
const drift = 1

/** 160 bits, as RFC 4226 recommends. */
export function createSecret(): Buffer {
  return Buffer.from(new Secret({ size: 20 }).bytes)
}

/** The secret in the forms that authenticator apps accept: typed, or as a QR code. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step of a code; null if it is not valid now. */
export function stepOf(secret: Buffer, code: string): number | null {
  const now = Date.now()
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, window: drift, timestamp: now })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

function totpOf(secret: Buffer, label: string): TOTP {
  const bytes = Uint8Array.from(secret)
  return new TOTP({
    issuer: PRODUCT_NAME,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: new Secret({ buffer: bytes.buffer }),
  })
}
