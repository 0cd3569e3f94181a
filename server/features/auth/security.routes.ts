import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import { originOf } from '#server/core/http/origin.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { recordAccesses } from '#server/core/session/account-accesses.db.ts'
import { recordAccountEvent } from '#server/core/session/account-events.ts'
import { sessionCookie, type Viewer } from '#server/core/session/session.ts'
import type { AccountEventType } from '#shared/contract/second-factor.ts'
import { endSessionsOf, readActivity } from './activity.service.ts'
import {
  addPasskey,
  confirmTotp,
  readSecurity,
  remakeRecoveryCodes,
  removePasskey,
  removeTotp,
  startPasskey,
  startTotp,
} from './security.service.ts'

type Call = {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
}

/** Sign-in methods besides the password, and the events of an account. */
export function securityRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context

  /** After each change of a factor: sets the cookie of this session's new token and records the event. */
  async function settle(
    { viewer, request, reply }: Call,
    token: string,
    type: AccountEventType,
  ): Promise<void> {
    sessionCookie.give(env, reply, token)
    await recordAccountEvent(db, request, { userId: viewer.id, type })
    realtime.disconnectUser(viewer.id)
  }

  registerEndpoints(app, context, {
    'GET /api/settings/security': async ({ viewer }) => readSecurity(context, viewer),

    'POST /api/settings/totp': async ({ viewer }) => startTotp(context, viewer),

    'POST /api/settings/totp/confirm': async ({ body, ...call }) => {
      const { done: recoveryCodes, token } = await confirmTotp(context, call.viewer, body.code)
      await settle(call, token, 'SECOND_FACTOR_ON')
      return { recoveryCodes }
    },

    'DELETE /api/settings/totp': async (call) => {
      const { token } = await removeTotp(context, call.viewer)
      await settle(call, token, 'SECOND_FACTOR_OFF')
      return readSecurity(context, call.viewer)
    },

    'POST /api/settings/passkeys/options': async ({ viewer, request }) =>
      startPasskey(context, viewer, originOf(env, request)),

    'POST /api/settings/passkeys': async ({ body, ...call }) => {
      const { viewer, request } = call
      const name = body.name || describeDevice(request.headers['user-agent'] ?? null)
      const { credential } = body
      const { done, token } = await addPasskey(context, viewer, originOf(env, request), { credential, name })
      await settle(call, token, 'PASSKEY_ADDED')
      return done
    },

    'DELETE /api/settings/passkeys/:id': async ({ params, ...call }) => {
      const { token } = await removePasskey(context, call.viewer, params.id)
      await settle(call, token, 'PASSKEY_REMOVED')
      return readSecurity(context, call.viewer)
    },

    'POST /api/settings/recovery-codes': async (call) => {
      const recoveryCodes = await remakeRecoveryCodes(context, call.viewer)
      await recordAccountEvent(db, call.request, { userId: call.viewer.id, type: 'RECOVERY_CODES_MADE' })
      return { recoveryCodes }
    },

    'GET /api/settings/activity': async ({ viewer }) => readActivity(db, viewer.id),

    'GET /api/admin/users/:id/activity': async ({ viewer, params }) => {
      const activity = await readActivity(db, params.id)
      await recordAccesses(db, viewer, [{ userId: params.id, kind: 'ACTIVITY' }])
      return activity
    },

    'POST /api/admin/users/:id/sign-out': async ({ viewer, params, request }) => {
      await endSessionsOf(context, params.id)
      await recordAccountEvent(db, request, { userId: params.id, type: 'SESSIONS_ENDED', actorId: viewer.id })
      return null
    },
  })
}
