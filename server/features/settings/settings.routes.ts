import type { App, Context } from '#server/context.ts'
import { createFixedWindowLimiter } from '#server/core/limits/fixed-window-limiter.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { findAccesses } from '#server/core/session/account-accesses.db.ts'
import { recordAccountEvent } from '#server/core/session/account-events.ts'
import { deviceHash } from '#server/core/session/device-cookie.ts'
import { sessionCookie } from '#server/core/session/session.ts'
import { dayInNigeria } from '#server/db/clock.ts'
import { changePassword, passwordCheck } from '#server/features/auth/auth.public.ts'
import { notifyPartners } from '#server/features/chat/chat.public.ts'
import { photoOrigins } from '#server/features/uploads/uploads.public.ts'
import { thresholds } from '#shared/thresholds.ts'
import { changeNotifications, changeProfile, readSettings } from './account.service.ts'
import { askDeletion, keepAccount } from './deletion.service.ts'
import { exportAccount } from './export.service.ts'
import { changePhone, sendPhoneCode, verifyPhone } from './phone.service.ts'
import { endOneSession, endOtherSessions, listSessions } from './sessions.service.ts'

export function settingsRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  const requirePassword = passwordCheck(context)
  // Each message costs money, and must not be a way to bother other people's phones.
  const messages = createFixedWindowLimiter(
    context,
    'text message',
    thresholds.textMessages,
    'We sent all the codes that we send in one day. Please try again tomorrow.',
  )

  registerEndpoints(app, context, {
    'GET /api/settings': async ({ viewer }) => readSettings(db, viewer),

    'PATCH /api/settings/profile': async ({ viewer, body, request }) =>
      changeProfile(db, viewer, body, photoOrigins(env, request)),

    'PATCH /api/settings/notifications': async ({ viewer, body }) => changeNotifications(db, viewer, body),

    'PATCH /api/settings/password': async ({ viewer, body, request, reply }) => {
      await requirePassword(request, viewer, body.currentPassword, 'currentPassword')
      // A thief of this session's cookie is signed out too.
      const device = deviceHash(env, request)
      sessionCookie.give(env, reply, await changePassword(context, viewer, body.newPassword, device))
      await recordAccountEvent(db, request, { userId: viewer.id, type: 'PASSWORD_CHANGED' })
      realtime.disconnectUser(viewer.id)
      return null
    },

    'PATCH /api/settings/phone': async ({ viewer, body, request }) => {
      if (await changePhone(db, viewer, body.phone))
        await recordAccountEvent(db, request, { userId: viewer.id, type: 'PHONE_CHANGED' })
      return readSettings(db, viewer)
    },

    'POST /api/settings/phone/send-code': async ({ viewer }) =>
      sendPhoneCode(context, viewer, async (tx, phone) => {
        await messages.consume(`user ${viewer.id}`, tx)
        await messages.consume(phone, tx)
      }),

    'POST /api/settings/phone/verify': async ({ viewer, body }) => {
      return verifyPhone(context, viewer, body.code)
    },

    'GET /api/settings/sessions': async ({ viewer }) => listSessions(db, viewer),

    'DELETE /api/settings/sessions': async ({ viewer, request }) => {
      await endOtherSessions(context, viewer)
      await recordAccountEvent(db, request, { userId: viewer.id, type: 'SESSIONS_ENDED' })
      return null
    },

    'DELETE /api/settings/sessions/:id': async ({ viewer, params, request }) => {
      await endOneSession(context, viewer, params.id)
      await recordAccountEvent(db, request, { userId: viewer.id, type: 'SESSIONS_ENDED' })
      return null
    },

    'GET /api/settings/accesses': async ({ viewer }) => {
      const accesses = await findAccesses(db, viewer.id)
      return accesses.map(({ kind, at }) => ({ kind, at: at.toISOString() }))
    },

    'GET /api/settings/export': async ({ viewer, setHeader }) => {
      setHeader('content-type', 'application/zip')
      setHeader('content-disposition', `attachment; filename="oja-export-${dayInNigeria(new Date())}.zip"`)
      return exportAccount(context, viewer)
    },

    'POST /api/settings/deletion': async ({ viewer, body, request }) => {
      await requirePassword(request, viewer, body.password, 'password')
      const settings = await askDeletion(context, viewer)
      await notifyPartners(context, viewer.id)
      return settings
    },

    'DELETE /api/settings/deletion': async ({ viewer }) => {
      const settings = await keepAccount(context, viewer)
      await notifyPartners(context, viewer.id)
      return settings
    },
  })
}
