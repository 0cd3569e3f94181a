import { setTimeout } from 'node:timers/promises'
import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { codeMailRule, countTries, type Tries } from '#server/core/limits/tries.ts'
import { noteEvent } from '#server/core/session/account-events.ts'
import { giveRegistrationCookie, registrationHash } from '#server/core/session/registration-cookie.ts'
import { endSession } from '#server/core/session/session.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { exchangeResetCode, requestReset, resetPassword, signIn } from './auth.service.ts'
import { enter } from './enter.ts'
import { adoptRegistration, countRegistrationMails } from './registration.service.ts'

/** Milliseconds that an answer takes at least where its time must not tell whether an address is known. */
const evenTime = 250

const tooMany = 'Too many tries for this address. Please wait and try again later.'

export function authRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  // Beside the limits per caller: how often one account may be tried from everywhere together.
  const passwords = countTries(
    db,
    env,
    'password',
    'Too many tries. Please wait a little, or choose “Forgot password?” to set a new one.',
  )
  const codes = countTries(db, env, 'e-mail code', tooMany)
  const countMail = countRegistrationMails(context)
  const codeMails = countTries(db, env, 'code mail', tooMany, codeMailRule)

  /** Tries an e-mailed code; whose the address is, if anybody's, is told to no one. */
  async function tryCode<T>(
    request: Parameters<Tries['take']>[0],
    email: string,
    attempt: () => Promise<T>,
  ): Promise<T> {
    await codes.take(request, email)
    try {
      const done = await attempt()
      await codes.right(email)
      return done
    } catch (error) {
      if (error instanceof AppError && error.code === 'INVALID_CODE')
        await codes.wrong(request, { userId: null, type: 'SIGN_IN_FAILED', method: 'EMAIL_CODE' })
      throw error
    }
  }

  const { lifetime: expiresIn, resendWait: resendIn } = limits.code
  const codeSent = (email: string) => ({ email, expiresIn, resendIn })

  implement(app, context, 'GET /api/auth/me', {}, async ({ viewer, setHeader }) => {
    setHeader('cache-control', 'no-store')
    return { ...viewer, role: viewer.accountRole }
  })

  implement(app, context, 'POST /api/auth/login', { limit: 'login' }, async ({ body, request, reply }) => {
    await passwords.take(request, body.email)
    const account = await signIn(context, body, registrationHash(env, request), {
      tellWrong: (userId) => passwords.wrong(request, { userId, type: 'SIGN_IN_FAILED', method: 'PASSWORD' }),
      async adopt(found) {
        giveRegistrationCookie(env, reply, await adoptRegistration(context, body.email, found, countMail))
      },
    })
    await passwords.right(body.email)
    return enter(context, { request, reply }, account, 'PASSWORD')
  })

  implement(app, context, 'POST /api/auth/logout', {}, async ({ viewer, request, reply }) => {
    await endSession(db, env, request, reply)
    // The other tabs of this browser hear nothing private any more; other devices come back by themselves.
    if (viewer) {
      await noteEvent(db, request, { userId: viewer.id, type: 'SIGNED_OUT' })
      realtime.disconnectUser(viewer.id)
    }
    return null
  })

  implement(app, context, 'POST /api/auth/forgot-password', { limit: 'code' }, async ({ body, request }) => {
    await codeMails.take(request, body.email)
    await Promise.all([requestReset(context, body.email), setTimeout(evenTime)])
    return codeSent(body.email)
  })

  implement(app, context, 'POST /api/auth/verify-reset-otp', { limit: 'code' }, async ({ body, request }) => {
    const exchange = () => exchangeResetCode(context, body.email, body.code)
    return { resetToken: await tryCode(request, body.email, exchange) }
  })

  implement(app, context, 'POST /api/auth/reset-password', { limit: 'code' }, async ({ body, request }) => {
    const userId = await resetPassword(context, body)
    // Whoever was kept waiting by somebody else's guesses comes in again.
    await passwords.right(body.email)
    await noteEvent(db, request, { userId, type: 'PASSWORD_RESET', method: 'EMAIL_CODE' })
    realtime.disconnectUser(userId)
    return null
  })
}
