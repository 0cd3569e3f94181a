import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { limitAttempts } from '#server/core/limits/attempts.ts'
import { noteEvent } from '#server/core/session/account-events.ts'
import { deviceHash } from '#server/core/session/device-cookie.ts'
import { giveSessionCookie } from '#server/core/session/session.ts'
import { changePassword, passwordCheck } from '#server/features/auth/password.service.ts'
import { photoPlaces } from '#server/features/uploads/photos.service.ts'
import { limits } from '#shared/limits.ts'
import { changeNotifications, changeProfile, readSettings } from './account.service.ts'
import { askDeletion, keepAccount } from './deletion.service.ts'
import { exportAccount } from './export.service.ts'
import { changePhone, sendPhoneCode, verifyPhone } from './phone.service.ts'
import { endOneSession, endOtherSessions, listSessions } from './sessions.service.ts'

export function settingsRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  const requirePassword = passwordCheck(context)
  // Each message costs money, and must not be a way to bother somebody else's phone.
  const messages = limitAttempts(
    context,
    'text message',
    limits.textMessages,
    'We sent all the codes that we send in one day. Please try again tomorrow.',
  )

  implement(app, context, 'GET /api/settings', {}, async ({ viewer }) => readSettings(db, viewer))

  implement(app, context, 'PATCH /api/settings/profile', {}, async ({ viewer, body, request }) =>
    changeProfile(db, viewer, body, photoPlaces(env, request)),
  )

  implement(app, context, 'PATCH /api/settings/notifications', {}, async ({ viewer, body }) =>
    changeNotifications(db, viewer, body),
  )

  implement(app, context, 'PATCH /api/settings/password', {}, async ({ viewer, body, request, reply }) => {
    await requirePassword(request, viewer, body.currentPassword, 'currentPassword')
    // Whoever copied this session's cookie is out too.
    const device = deviceHash(env, request)
    giveSessionCookie(env, reply, await changePassword(context, viewer, body.newPassword, device))
    await noteEvent(db, request, { userId: viewer.id, type: 'PASSWORD_CHANGED' })
    realtime.disconnectUser(viewer.id)
    return null
  })

  implement(
    app,
    context,
    'PATCH /api/settings/phone',
    { recent: true },
    async ({ viewer, body, request }) => {
      const settings = await changePhone(db, viewer, body.phone)
      await noteEvent(db, request, { userId: viewer.id, type: 'PHONE_CHANGED' })
      return settings
    },
  )

  implement(app, context, 'POST /api/settings/phone/send-code', {}, async ({ viewer }) =>
    sendPhoneCode(context, viewer, async (tx, phone) => {
      await messages.spend(`user ${viewer.id}`, tx)
      await messages.spend(phone, tx)
    }),
  )

  implement(app, context, 'POST /api/settings/phone/verify', {}, async ({ viewer, body }) => {
    return verifyPhone(context, viewer, body.code)
  })

  implement(app, context, 'GET /api/settings/sessions', {}, async ({ viewer }) => listSessions(db, viewer))

  implement(app, context, 'DELETE /api/settings/sessions', { recent: true }, async ({ viewer, request }) => {
    await endOtherSessions(context, viewer)
    await noteEvent(db, request, { userId: viewer.id, type: 'SESSIONS_ENDED' })
    return null
  })

  implement(
    app,
    context,
    'DELETE /api/settings/sessions/:id',
    { recent: true },
    async ({ viewer, params, request }) => {
      await endOneSession(context, viewer, params.id)
      await noteEvent(db, request, { userId: viewer.id, type: 'SESSIONS_ENDED' })
      return null
    },
  )

  implement(app, context, 'GET /api/settings/export', {}, async ({ viewer, setHeader }) => {
    const today = new Date().toISOString().slice(0, 10)
    setHeader('content-type', 'application/zip')
    setHeader('content-disposition', `attachment; filename="oja-export-${today}.zip"`)
    setHeader('cache-control', 'no-store')
    return exportAccount(context, viewer)
  })

  implement(app, context, 'POST /api/settings/deletion', {}, async ({ viewer, body, request }) => {
    await requirePassword(request, viewer, body.password, 'password')
    return askDeletion(context, viewer)
  })

  implement(app, context, 'DELETE /api/settings/deletion', {}, async ({ viewer }) =>
    keepAccount(context, viewer),
  )
}
