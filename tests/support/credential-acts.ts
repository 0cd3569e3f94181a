import { argon2Sync, randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { forgetSecondFactor } from '#server/features/auth/lost-factor.service.ts'
import { createRecoveryCodes, hashRecoveryCode } from '#server/features/auth/recovery-codes.ts'
import { replaceRecoveryCodes } from '#server/features/auth/second-factor.db.ts'
import { keepChallenge } from '#server/features/auth/second-factor.service.ts'
import { finishDeletions } from '#server/features/settings/deletion.service.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { beginRegistration } from '../roles/fixtures.ts'
import { Authenticator } from './authenticator.ts'
import { codeFrom, givePasskey, giveTotp, origin, pendingLoginCookie } from './second-factors.ts'
import { createTokenSession } from './sessions.ts'
import type { TestApp, TestUser } from './test-app.ts'

/** The initial state of the authenticator app. */
type Totp = 'on' | 'waiting'

/** An account, and two browsers that are signed in to it. */
export interface Subject {
  user: TestUser
  admin: TestUser
  /** The acting browser. */
  cookie: string
  /** The other one. */
  otherCookie: string
  secret: string
}

export interface Act {
  name: string
  totp?: Totp
  /** Matches its first statement with an effect, if its first transaction is too early. */
  effect?: RegExp
  /** Creates what the action needs; returns the action, to be started later. */
  prepare(t: TestApp, subject: Subject): Promise<() => Promise<LightMyRequestResponse | null>>
}

export const password = 'a good password'

const cheap = { memory: 8, passes: 1, parallelism: 1, tagLength: 32, nonce: randomBytes(16) }
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const tag = argon2Sync('argon2id', { ...cheap, message: password })
/** A hash of `password` that is cheap to check. */
const passwordHash = `$argon2id$v=19$m=8,t=1,p=1$${base64(cheap.nonce)}$${base64(tag)}`

/**
 * A user with a password in the initial state of the actions; `other` is the same account in another browser.
 */
export async function createSubject(
  t: TestApp,
  admin: TestUser,
  { totp, isVerified }: { totp?: Totp | undefined; isVerified: boolean },
): Promise<{ subject: Subject; other: Subject }> {
  const user = await t.user()
  await t.db
    .updateTable('users')
    .set({ password_hash: passwordHash, email_verified_at: isVerified ? new Date() : null })
    .where('id', '=', user.id)
    .execute()
  const secret = totp ? await giveTotp(t, user.id, totp) : ''
  const { cookie } = await createTokenSession(t, user)
  const subject = { user, admin, cookie: user.cookie, otherCookie: cookie, secret }
  return { subject, other: { ...subject, cookie, otherCookie: user.cookie } }
}

/** The credentials and sessions of an account. */
export async function credentialsOf({ db }: TestApp, { user: { id } }: Subject) {
  const all = await Promise.all([
    db
      .selectFrom('users')
      .select(['password_hash', 'email', 'phone', 'banned_at', 'deletion_due_at', 'deleted_at'])
      .where('id', '=', id)
      .execute(),
    db.selectFrom('totp_secrets').select(['secret', 'confirmed_at']).where('user_id', '=', id).execute(),
    db.selectFrom('passkeys').select('id').where('user_id', '=', id).orderBy('id').execute(),
    db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', id)
      .orderBy('code_hash')
      .execute(),
    db.selectFrom('sessions').select('token_hash').where('user_id', '=', id).orderBy('id').execute(),
  ])
  return JSON.stringify(all)
}

function call(t: TestApp, method: 'POST' | 'PATCH' | 'DELETE', url: string, cookie = '', payload?: object) {
  return async () => t.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
}

/** Actions that open a session with a proof. */
export const entries: Act[] = [
  {
    name: 'login',
    prepare: async (t, { user: { email } }) => call(t, 'POST', '/api/auth/login', '', { email, password }),
  },
  {
    name: 'code of the app',
    totp: 'on',
    prepare: async (t, { user, secret }) =>
      call(t, 'POST', '/api/auth/second-factor', await pendingLoginCookie(t, user.id), {
        code: codeFrom(secret),
      }),
  },
  {
    name: 'recovery code',
    totp: 'on',
    async prepare(t, { user }) {
      const [code = ''] = createRecoveryCodes()
      await replaceRecoveryCodes(t.db as never, user.id, [hashRecoveryCode(code)])
      return call(t, 'POST', '/api/auth/second-factor', await pendingLoginCookie(t, user.id), { code })
    },
  },
  {
    name: 'passkey',
    async prepare(t, { user }) {
      const challenge = createToken()
      const { device } = await givePasskey(t, user.id)
      const credential = device.get(challenge)
      return call(t, 'POST', '/api/auth/passkey', await pendingLoginCookie(t, null, challenge), {
        credential,
      })
    },
  },
]

/** Opens a session for an account whose address was unconfirmed. */
export const verification: Act = {
  name: 'register-verify',
  effect: /^(with opened as \(\s+)?insert into "?(sessions|sign_in_steps)/,
  async prepare(t, { user: { email } }) {
    const { cookies, body } = await beginRegistration(t, email)
    return call(t, 'POST', '/api/auth/verify-email', cookies, body)
  },
}

/** Sets a new password with the token of an e-mailed code. */
export const reset: Act = {
  name: 'reset',
  async prepare(t, { user }) {
    const resetToken = createToken()
    const expires_at = new Date(Date.now() + 600_000)
    const row = { user_id: user.id, token_hash: hashToken(resetToken), expires_at }
    await t.db.insertInto('reset_tokens').values(row).execute()
    const body = { email: user.email, resetToken, newPassword: `another ${randomBytes(8).toString('hex')}` }
    return call(t, 'POST', '/api/auth/reset-password', '', body)
  },
}

const remakeRecoveryCodes: Act = {
  name: 'recovery codes replaced',
  async prepare(t, { user, cookie }) {
    await givePasskey(t, user.id)
    return call(t, 'POST', '/api/settings/recovery-codes', cookie)
  },
}

const signOutEverywhere: Act = {
  name: 'log out everywhere',
  prepare: async (t, { cookie }) => call(t, 'DELETE', '/api/settings/sessions', cookie),
}

const changes: Act[] = [
  {
    name: 'password change',
    async prepare(t, { cookie }) {
      const newPassword = `another ${randomBytes(8).toString('hex')}`
      return call(t, 'PATCH', '/api/settings/password', cookie, { currentPassword: password, newPassword })
    },
  },
  {
    name: 'app on',
    totp: 'waiting',
    prepare: async (t, { cookie, secret }) =>
      call(t, 'POST', '/api/settings/totp/confirm', cookie, { code: codeFrom(secret) }),
  },
  {
    name: 'app off',
    totp: 'on',
    prepare: async (t, { cookie }) => call(t, 'DELETE', '/api/settings/totp', cookie),
  },
  {
    name: 'passkey added',
    async prepare(t, { user: { id }, cookie }) {
      const challenge = createToken()
      const session = { tokenHash: hashToken(cookie.split('=')[1] ?? '') }
      await keepChallenge(t.db, { id, session }, challenge)
      const credential = new Authenticator(origin).create(challenge)
      return call(t, 'POST', '/api/settings/passkeys', cookie, { credential, name: 'A phone' })
    },
  },
  {
    name: 'passkey removed',
    async prepare(t, { user, cookie }) {
      const { id } = await givePasskey(t, user.id)
      return call(t, 'DELETE', `/api/settings/passkeys/${id}`, cookie)
    },
  },
  {
    name: 'deletion asked for',
    prepare: async (t, { cookie }) => call(t, 'POST', '/api/settings/deletion', cookie, { password }),
  },
  signOutEverywhere,
]

/** Signs out the other browser. */
export const logout: Act = {
  name: 'logout',
  prepare: async (t, { otherCookie }) => call(t, 'POST', '/api/auth/logout', otherCookie),
}

/** Actions of a signed-in user, which must have no effect after they are signed out. */
export const ownActs: Act[] = [
  ...changes,
  remakeRecoveryCodes,
  {
    name: 'password entered again',
    prepare: async (t, { cookie }) => call(t, 'POST', '/api/auth/confirm', cookie, { password }),
  },
  {
    name: 'phone change',
    prepare: async (t, { cookie }) =>
      call(t, 'PATCH', '/api/settings/phone', cookie, { phone: '+2348099999999' }),
  },
]

/** Actions that invalidate every earlier proof. */
export const endings: Act[] = [
  reset,
  ...changes,
  remakeRecoveryCodes,
  {
    name: 'ban',
    prepare: async (t, { user, admin }) =>
      call(t, 'POST', `/api/admin/users/${user.id}/ban`, admin.cookie, {
        reason: 'They are not who they say.',
      }),
  },
  {
    name: 'ban and unban',
    async prepare(t, { user: { id }, admin }) {
      const ban = call(t, 'POST', `/api/admin/users/${id}/ban`, admin.cookie, { reason: 'A mistake.' })
      const unban = call(t, 'POST', `/api/admin/users/${id}/unban`, admin.cookie, {})
      return async () => {
        await ban()
        return unban()
      }
    },
  },
  {
    name: 'one browser signed out',
    async prepare(t, { cookie, otherCookie }) {
      const { id } = await t.db
        .selectFrom('sessions')
        .select('id')
        .where('token_hash', '=', hashToken(otherCookie.split('=')[1] ?? ''))
        .executeTakeFirstOrThrow()
      return call(t, 'DELETE', `/api/settings/sessions/${id}`, cookie)
    },
  },
  {
    name: 'signed out by an administrator',
    prepare: async (t, { user, admin }) =>
      call(t, 'POST', `/api/admin/users/${user.id}/sign-out`, admin.cookie),
  },
  {
    name: 'lost factors taken away',
    prepare:
      async ({ db }, { user }) =>
      async () => {
        await forgetSecondFactor(db, user.email)
        return null
      },
  },
  {
    name: 'deletion',
    async prepare(t, { user }) {
      await t.db
        .updateTable('users')
        .set({ deletion_due_at: new Date(Date.now() - 1000) })
        .where('id', '=', user.id)
        .execute()
      return async () => {
        await finishDeletions(t)
        return null
      }
    },
  },
]
