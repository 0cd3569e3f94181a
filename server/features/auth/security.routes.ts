import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import { originOf } from '#server/core/http/origin.ts'
import { implement } from '#server/core/implement.ts'
import { noteEvent } from '#server/core/session/account-events.ts'
import { giveSessionCookie, type Viewer } from '#server/core/session/session.ts'
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

/** How one signs in beside the password, and what happened to an account. */
export function securityRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  const siteOf = (request: FastifyRequest) => new URL(originOf(env, request)).origin

  /** After each change of what one signs in with: the cookie of this session's new token, and a line in the history. */
  async function settle(
    { viewer, request, reply }: Call,
    token: string,
    type: AccountEventType,
  ): Promise<void> {
    giveSessionCookie(env, reply, token)
    await noteEvent(db, request, { userId: viewer.id, type })
    realtime.disconnectUser(viewer.id)
  }

  implement(app, context, 'GET /api/settings/security', {}, async ({ viewer }) =>
    readSecurity(context, viewer),
  )

  implement(app, context, 'POST /api/settings/totp', { recent: true }, async ({ viewer, setHeader }) => {
    setHeader('cache-control', 'no-store')
    return startTotp(context, viewer)
  })

  implement(app, context, 'POST /api/settings/totp/confirm', { recent: true }, async ({ body, ...call }) => {
    const { done: recoveryCodes, token } = await confirmTotp(context, call.viewer, body.code)
    await settle(call, token, 'SECOND_FACTOR_ON')
    return { recoveryCodes }
  })

  implement(app, context, 'DELETE /api/settings/totp', { recent: true }, async (call) => {
    const { token } = await removeTotp(context, call.viewer)
    await settle(call, token, 'SECOND_FACTOR_OFF')
    return readSecurity(context, call.viewer)
  })

  implement(
    app,
    context,
    'POST /api/settings/passkeys/options',
    { recent: true },
    async ({ viewer, request }) => startPasskey(context, viewer, siteOf(request)),
  )

  implement(app, context, 'POST /api/settings/passkeys', { recent: true }, async ({ body, ...call }) => {
    const { viewer, request } = call
    const name = body.name || describeDevice(request.headers['user-agent'] ?? null)
    const { credential } = body
    const { done, token } = await addPasskey(context, viewer, siteOf(request), { credential, name })
    await settle(call, token, 'PASSKEY_ADDED')
    return done
  })

  implement(
    app,
    context,
    'DELETE /api/settings/passkeys/:id',
    { recent: true },
    async ({ params, ...call }) => {
      const { token } = await removePasskey(context, call.viewer, params.id)
      await settle(call, token, 'PASSKEY_REMOVED')
      return readSecurity(context, call.viewer)
    },
  )

  implement(app, context, 'POST /api/settings/recovery-codes', { recent: true }, async (call) => {
    const recoveryCodes = await remakeRecoveryCodes(context, call.viewer)
    await noteEvent(db, call.request, { userId: call.viewer.id, type: 'RECOVERY_CODES_MADE' })
    return { recoveryCodes }
  })

  implement(app, context, 'GET /api/settings/activity', {}, async ({ viewer }) => readActivity(db, viewer.id))

  implement(app, context, 'GET /api/admin/users/:id/activity', {}, async ({ params }) =>
    readActivity(db, params.id),
  )

  implement(app, context, 'POST /api/admin/users/:id/sign-out', {}, async ({ viewer, params, request }) => {
    await endSessionsOf(context, params.id)
    await noteEvent(db, request, { userId: params.id, type: 'SESSIONS_ENDED', actorId: viewer.id })
    return null
  })
}
