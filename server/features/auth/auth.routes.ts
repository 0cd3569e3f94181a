import { setTimeout } from 'node:timers/promises'
import type { App, Context } from '#server/context.ts'
import { limitAttempts } from '#server/core/attempts.ts'
import { implement } from '#server/core/implement.ts'
import { endSession, startSession } from '#server/core/session.ts'
import { limits } from '#shared/limits.ts'
import {
  exchangeResetCode,
  register,
  requestReset,
  requestVerification,
  resetPassword,
  signIn,
  verifyEmail,
} from './auth.service.ts'

/** Milliseconds that an answer takes at least where its time must not tell whether an address is known. */
const evenTime = 250

export function authRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  // Beside the limits per caller: how often one account may be tried from everywhere together.
  const logins = limitAttempts(env, { max: 20, window: 900 })
  const codeTries = limitAttempts(env, { max: 30, window: 3600 })
  const codeMails = limitAttempts(env, { max: 10, window: 3600 })

  const { lifetime: expiresIn, resendWait: resendIn } = limits.code
  const codeSent = (email: string) => ({ email, expiresIn, resendIn })

  implement(app, context, 'GET /api/auth/me', {}, async ({ viewer, setHeader }) => {
    setHeader('cache-control', 'no-store')
    return viewer
  })

  implement(app, context, 'POST /api/auth/login', { limit: 'login' }, async ({ body, request, reply }) => {
    logins.spend(body.email)
    const user = await signIn(context, body)
    logins.forgive(body.email)
    await startSession(db, env, request, reply, user.id)
    return user
  })

  implement(app, context, 'POST /api/auth/logout', {}, async ({ viewer, request, reply }) => {
    await endSession(db, env, request, reply)
    // The other tabs of this browser hear nothing private any more; other devices come back by themselves.
    if (viewer) realtime.disconnectUser(viewer.id)
    return null
  })

  implement(app, context, 'POST /api/auth/register-email', { limit: 'register' }, async ({ body }) => {
    await register(context, body)
    return codeSent(body.email)
  })

  implement(
    app,
    context,
    'POST /api/auth/verify-email',
    { limit: 'code' },
    async ({ body, request, reply }) => {
      codeTries.spend(body.email)
      const user = await verifyEmail(context, body.email, body.code)
      codeTries.forgive(body.email)
      await startSession(db, env, request, reply, user.id)
      return user
    },
  )

  implement(app, context, 'POST /api/auth/resend-verification', { limit: 'code' }, async ({ body }) => {
    codeMails.spend(body.email)
    await Promise.all([requestVerification(context, body.email), setTimeout(evenTime)])
    return codeSent(body.email)
  })

  implement(app, context, 'POST /api/auth/forgot-password', { limit: 'code' }, async ({ body }) => {
    codeMails.spend(body.email)
    await Promise.all([requestReset(context, body.email), setTimeout(evenTime)])
    return codeSent(body.email)
  })

  implement(app, context, 'POST /api/auth/verify-reset-otp', { limit: 'code' }, async ({ body }) => {
    codeTries.spend(body.email)
    const resetToken = await exchangeResetCode(context, body.email, body.code)
    codeTries.forgive(body.email)
    return { resetToken }
  })

  implement(app, context, 'POST /api/auth/reset-password', { limit: 'code' }, async ({ body }) => {
    realtime.disconnectUser(await resetPassword(context, body))
    return null
  })
}
