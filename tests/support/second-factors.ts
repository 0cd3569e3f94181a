import { TOTP } from 'otpauth'
import { createToken, hashToken } from '#server/core/session/session.ts'
import { saveTotp, takeTotpStep } from '#server/features/auth/second-factor.db.ts'
import { sealTotp } from '#server/features/auth/second-factor.service.ts'
import { saveStep } from '#server/features/auth/steps.db.ts'
import { createSecret, describeSecret } from '#server/features/auth/totp.ts'
import { Authenticator } from './authenticator.ts'
import { givenRemote } from './remote-app.ts'
import type { TestApp } from './test-app.ts'

/** What `app.inject` is asked as. */
export const origin = givenRemote()?.origin ?? 'http://localhost'

/** The code that an authenticator app shows, now or so many steps of 30 s from now. */
export function codeFrom(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Gives somebody an authenticator app; answers its secret in base 32. */
export async function giveTotp(t: TestApp, userId: number, which: 'on' | 'waiting' = 'on'): Promise<string> {
  const secret = createSecret()
  const sealed = await sealTotp(t, userId, secret)
  await saveTotp(t.db, userId, sealed)
  if (which === 'on') await takeTotpStep(t.db, userId, sealed, 0)
  return describeSecret(secret, '').secret
}

/** Gives somebody a passkey, and answers the device and the passkey's id. */
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

/** A browser in which somebody's password was right (null: nobody's): the cookie that waits for the next step. */
export async function waitingCookie(
  { db, env }: TestApp,
  userId: number | null,
  challenge: string | null = null,
): Promise<string> {
  const token = createToken()
  const expiresAt = new Date(Date.now() + 600_000)
  await saveStep(db, { hash: hashToken(token), userId, challenge, tries: 5, expiresAt })
  return `${env.NODE_ENV === 'production' ? '__Host-' : ''}oja_sign_in=${token}`
}
