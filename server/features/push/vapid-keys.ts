import { createECDH } from 'node:crypto'
import { type SecretKeySettings, secretKey } from '#server/core/session/secret-key.ts'

/** The key pair by which push services know Oja (RFC 8292): base64url, P-256. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Derived from the server's key, so that all hosts have the same and a backup keeps it. With another key, browsers subscribe again at
 * their next visit.
 */
export async function vapidKeys(env: SecretKeySettings): Promise<VapidKeys> {
  const curve = createECDH('prime256v1')
  for (let attempt = 1; ; attempt += 1) {
    const scalar = await secretKey(env, attempt === 1 ? 'push' : `push ${attempt}`)
    try {
      curve.setPrivateKey(scalar)
    } catch {
      // One in four billion numbers is too large for the curve.
      continue
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
  }
}
