import { setTimeout } from 'node:timers/promises'
import type { App, Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import { networkOf } from '#server/core/http/network.ts'
import { tokenCookie } from '#server/core/http/token-cookie.ts'
import { implement } from '#server/core/implement.ts'
import { askedCodeRule, codeMailRule, countTries, type Tries } from '#server/core/limits/tries.ts'
import { noteEvent } from '#server/core/session/account-events.ts'
import { type KnownDevice, knownDevice, rememberDevice } from '#server/core/session/device-cookie.ts'
import { endSession, hashToken, userAgentOf } from '#server/core/session/session.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { resetPassword, signIn } from './auth.service.ts'
import { enter } from './enter.ts'
import { adoptRegistration, countRegistrationMails, registrationCookie } from './registration.service.ts'
import { mayTryOwnCode } from './resets.db.ts'
import { addressHash, exchangeResetCode, requestReset } from './resets.service.ts'

/** Milliseconds that an answer takes at least where its time must not tell whether an address is known. */
const evenTime = 250

const useTheLink =
  'Too many codes were tried for this address. Open the link in our newest mail instead: it works for an hour.'
const manyResetMails =
  'We sent several mails to this address already. Open the link in the newest one: it works for an hour. Or try again later.'

/** Tells which requests for a new password came from this browser. */
const resetCookie = tokenCookie('oja_reset', { sameSite: 'strict', maxAge: 3600 })

export function authRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  // Beside the limits per caller: how often one account may be tried from everywhere together.
  const passwords = countTries(
    db,
    env,
    'password',
    'Too many tries. Please wait a little, or choose “Forgot password?” to set a new one.',
  )
  const resetMails = countTries(db, env, 'reset mail', manyResetMails, { rule: codeMailRule })
  const askedCodes = countTries(db, env, 'asked code', useTheLink, {
    rule: askedCodeRule,
    waitsForPlace: false,
  })
  const otherCodes = countTries(db, env, 'reset code', useTheLink)
  const countMail = countRegistrationMails(context)

  /** Tries an e-mailed code; whose the address is, if anybody's, is told to no one. */
  async function tryCode<T>(
    request: Parameters<Tries['take']>[0],
    email: string,
    attempt: () => Promise<T>,
    { counter, device }: { counter: Tries; device: KnownDevice | null },
  ): Promise<T> {
    await counter.take(request, email, device)
    try {
      const done = await attempt()
      await counter.right(email, device)
      return done
    } catch (error) {
      if (error instanceof AppError && error.code === 'INVALID_CODE')
        await counter.wrong(request, { userId: null, type: 'SIGN_IN_FAILED', method: 'EMAIL_CODE' })
      throw error
    }
  }

  const { lifetime: expiresIn, resendWait: resendIn } = limits.code
  const codeSent = (email: string) => ({ email, expiresIn, resendIn })

  implement(app, context, 'GET /api/auth/me', {}, async ({ viewer, setHeader }) => {
    setHeader('cache-control', 'no-store')
    return { ...viewer, role: viewer.accountRole }
  })

  implement(app, context, 'POST /api/auth/login', {}, async ({ body, request, reply }) => {
    const device = await knownDevice(db, env, request, body.email)
    await passwords.take(request, body.email, device)
    const account = await signIn(context, body, registrationCookie.hashOf(env, request), {
      tellWrong: (userId) => passwords.wrong(request, { userId, type: 'SIGN_IN_FAILED', method: 'PASSWORD' }),
      async adopt(found) {
        registrationCookie.give(env, reply, await adoptRegistration(context, body.email, found, countMail))
      },
    })
    await passwords.right(body.email, device)
    return enter(context, { request, reply }, account, 'PASSWORD')
  })

  implement(app, context, 'POST /api/auth/logout', {}, async ({ viewer, request, reply }) => {
    await endSession(db, env, viewer, reply)
    // Also where the session is older than device cookies.
    if (viewer) await rememberDevice(db, env, request, reply, viewer.id)
    // The other tabs of this browser hear nothing private any more; other devices come back by themselves.
    if (viewer) {
      await noteEvent(db, request, { userId: viewer.id, type: 'SIGNED_OUT' })
      realtime.disconnectUser(viewer.id)
    }
    return null
  })

  implement(
    app,
    context,
    'POST /api/auth/forgot-password',
    {},
    async ({ body: { email }, request, reply }) => {
      const device = await knownDevice(db, env, request, email)
      await resetMails.take(request, email, device)
      const asker = {
        address: addressHash(email),
        browser: resetCookie.give(env, reply, resetCookie.tokenOf(env, request) ?? undefined),
        network: hashToken(networkOf(request.ip)),
        isKnown: device !== null,
      }
      await Promise.all([
        requestReset(context, email, asker, describeDevice(userAgentOf(request))),
        setTimeout(evenTime),
      ])
      return codeSent(email)
    },
  )

  implement(
    app,
    context,
    'POST /api/auth/verify-reset-otp',
    {},
    async ({ body: { email, code }, request }) => {
      const browser = resetCookie.hashOf(env, request)
      const own = browser && (await mayTryOwnCode(db, addressHash(email), browser)) ? browser : null
      const device = await knownDevice(db, env, request, email)
      const exchange = () => exchangeResetCode(context, email, code, own)
      const counter = own ? askedCodes : otherCodes
      return { resetToken: await tryCode(request, email, exchange, { counter, device }) }
    },
  )

  implement(app, context, 'POST /api/auth/reset-password', {}, async ({ body, request, reply }) => {
    const userId = await resetPassword(context, body)
    // Whoever was kept waiting by somebody else's guesses comes in again, also while these go on.
    await passwords.right(body.email)
    await rememberDevice(db, env, request, reply, userId)
    await noteEvent(db, request, { userId, type: 'PASSWORD_RESET', method: 'EMAIL_CODE' })
    realtime.disconnectUser(userId)
    return null
  })
}
