import { keepChallenge } from '#server/features/auth/second-factor.service.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import type { push } from '#shared/contract/push.ts'
import type { secondFactor } from '#shared/contract/second-factor.ts'
import { Authenticator } from '../support/authenticator.ts'
import { pushSubscription } from '../support/push-receiver.ts'
import { codeFrom, givePasskey, giveTotp, origin, pendingLoginCookie } from '../support/second-factors.ts'
import type { Cases } from './cases.ts'
import type { Cast } from './cast.ts'
import { givePassword, password } from './fixtures.ts'

/** The second factor, what happened to an account, and push on the device of a session. */
export const accountCases = {
  'GET /api/auth/second-factor': {},
  'POST /api/auth/second-factor': {
    async request({ t }) {
      const { id } = await t.user()
      const code = codeFrom(await giveTotp(t, id))
      return { body: { code }, cookies: await pendingLoginCookie(t, id) }
    },
  },
  'POST /api/auth/passkey/options': { request: async () => ({ body: {} }) },
  'POST /api/auth/passkey': {
    async request({ t }) {
      const { id } = await t.user()
      const { device } = await givePasskey(t, id)
      const challenge = createToken()
      return {
        body: { credential: device.get(challenge) },
        cookies: await pendingLoginCookie(t, null, challenge),
      }
    },
  },
  'POST /api/auth/confirm': {
    async request({ t, caller }) {
      await givePassword(t, caller)
      return { body: { password } }
    },
  },
  'GET /api/settings/security': {},
  'POST /api/settings/totp': {},
  'POST /api/settings/totp/confirm': {
    request: async ({ t, caller }) => ({
      body: { code: caller ? codeFrom(await giveTotp(t, caller.id, 'waiting')) : '123456' },
    }),
  },
  'DELETE /api/settings/totp': {
    async request({ t, caller }) {
      if (caller) await giveTotp(t, caller.id)
      return {}
    },
  },
  'POST /api/settings/passkeys/options': {},
  'POST /api/settings/passkeys': {
    async request({ t, caller }) {
      const challenge = createToken()
      const tokenHash = hashToken(caller?.cookie.split('=')[1] ?? '')
      if (caller) await keepChallenge(t.db, { id: caller.id, session: { tokenHash } }, challenge)
      return { body: { credential: new Authenticator(origin).create(challenge), name: 'My phone' } }
    },
  },
  'DELETE /api/settings/passkeys/:id': {
    request: async ({ t, owner }) => ({ params: { id: (await givePasskey(t, owner.id)).id } }),
    refused: 404,
  },
  'POST /api/settings/recovery-codes': {
    async request({ t, caller }) {
      if (caller) await giveTotp(t, caller.id)
      return {}
    },
  },
  'GET /api/settings/activity': {},
  'GET /api/admin/users/:id/activity': { request: ({ owner }) => ({ params: { id: owner.id } }) },
  'POST /api/admin/users/:id/sign-out': { request: ({ owner }) => ({ params: { id: owner.id } }) },
  'GET /api/push': {},
  'POST /api/push': { request: () => ({ body: pushSubscription() }) },
  'DELETE /api/push': {},
} satisfies Cases<typeof secondFactor & typeof push, Cast>
