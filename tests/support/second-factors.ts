import { TOTP } from 'otpauth'
import { savePendingSignInRow } from '#server/features/auth/pending-sign-ins.db.ts'
import { saveTotp, takeTotpStep } from '#server/features/auth/second-factor.db.ts'
import { sealTotp } from '#server/features/auth/second-factor.service.ts'
import { createSecret, describeSecret } from '#server/features/auth/totp.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { Authenticator } from './authenticator.ts'
import { givenRemote } from './remote-app.ts'
import type { TestApp } from './test-app.ts'

/** The origin of `app.inject`. */
export const origin = givenRemote()?.origin ?? 'http://localhost'

/** The code of an authenticator app, now or `steps` of 30 s from now. */
export function codeFrom(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Adds an authenticator app to an account; returns its secret in base 32. */
export async function giveTotp(t: TestApp, userId: number, which: 'on' | 'waiting' = 'on'): Promise<string> {
  const secret = createSecret()
  const sealed = await sealTotp(t, userId, secret)
  await saveTotp(t.db, userId, sealed)
  if (which === 'on') await takeTotpStep(t.db, userId, sealed, 0)
  return describeSecret(secret, '').secret
}

/** Adds a passkey to an account; returns the device and the passkey's id. */
export async function givePasskey({ db }: TestApp, userId: number) {
  const device = new Authenticator(origin)
  const { id } = await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: device.id.toString('base64url'),
      public_key: device.publicKey,
      counter: 0,
      name: 'A phone',
      is_synced: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { device, id }
}

/** The cookie of a pending sign-in, after a right password (null: of no account). */
export async function pendingLoginCookie(
  { db, env }: TestApp,
  userId: number | null,
  challenge: string | null = null,
): Promise<string> {
  const token = createToken()
  const expiresAt = new Date(Date.now() + 600_000)
  await savePendingSignInRow(db, { hash: hashToken(token), userId, challenge, attempts: 5, expiresAt })
  return `${env.NODE_ENV === 'production' ? '__Host-' : ''}oja_sign_in=${token}`
}
