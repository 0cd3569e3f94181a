import { createHash, randomBytes } from 'node:crypto'
import { limits } from '#shared/limits.ts'

/** Without letters and digits that look alike (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten codes of 120 bits, in the form to write down: 4F7K-… */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: limits.signIn.recoveryCodes }, () => {
    const letters = [...randomBytes(24)].map((byte) => alphabet[byte % 32]).join('')
    return letters.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** The stored hash of a code, independent of how it is typed. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(`recovery ${plain}`).digest()
}
