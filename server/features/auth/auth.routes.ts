import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { App, Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { recordAccountEvent } from '#server/core/session/account-events.ts'
import { type KnownDevice, knownDevice, rememberDevice } from '#server/core/session/device-cookie.ts'
import {
  createLoginThrottle,
  type LoginThrottle,
  requestedCodeRule,
  resetMailRule,
} from '#server/core/session/login-throttle.ts'
import { endSession, userAgentOf } from '#server/core/session/session.ts'
import { tokenCookie } from '#server/core/session/token-cookie.ts'
import { networkOf } from '#server/lib/ip-addresses.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { continueSignIn } from './continue-sign-in.ts'
import { adoptRegistration, countRegistrationMails, registrationCookie } from './registration.service.ts'
import { hasOwnAttempts } from './resets.db.ts'
import { addressHash, exchangeResetCode, requestReset, resetPassword } from './resets.service.ts'
import { signIn } from './sign-in.service.ts'

/** Minimum time of a response that must not reveal, by how long it takes, whether an address has an account. */
const minResponseMs = 250

const linkMinutes = limits.code.linkLifetime / 60
const useTheLink = `Too many codes were tried for this address. Open the link in our newest mail instead: it works for ${linkMinutes} minutes.`
const manyResetMails = `We sent several mails to this address already. Open the link in the newest one: it works for ${linkMinutes} minutes. Or try again later.`

/** Identifies the reset requests of this browser. */
const resetCookie = tokenCookie('oja_reset', { sameSite: 'strict', maxAge: 3600 })

export function authRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  // In addition to the limits per caller: limits the attempts on one account from everywhere together.
  const passwords = createLoginThrottle(
    db,
    env,
    'password',
    'Too many tries. Please wait a little, or choose “Forgot password?” to set a new one.',
  )
  const resetMails = createLoginThrottle(db, env, 'reset mail', manyResetMails, { rule: resetMailRule })
  const ownBrowserAttempts = createLoginThrottle(db, env, 'asked code', useTheLink, {
    rule: requestedCodeRule,
    throttlesNetwork: false,
  })
  const otherBrowserAttempts = createLoginThrottle(db, env, 'reset code', useTheLink)
  const countMail = countRegistrationMails(context)

  /** Tries an e-mailed code. The response does not reveal whether the address has an account. */
  async function tryCode<T>(
    request: FastifyRequest,
    email: string,
    attempt: () => Promise<T>,
    { counter, device }: { counter: LoginThrottle; device: KnownDevice | null },
  ): Promise<T> {
    await counter.take(request, email, device)
    try {
      const done = await attempt()
      await counter.succeed(email, device)
      return done
    } catch (error) {
      if (error instanceof AppError && error.code === 'INVALID_CODE')
        await counter.fail(request, { userId: null, type: 'SIGN_IN_FAILED', method: 'EMAIL_CODE' })
      throw error
    }
  }

  registerEndpoints(app, context, {
    'GET /api/auth/me': async ({ viewer }) => ({ ...viewer, role: viewer.accountRole }),

    'POST /api/auth/login': async ({ body, request, reply }) => {
      const device = await knownDevice(db, env, request, body.email)
      await passwords.take(request, body.email, device)
      const account = await signIn(context, body, registrationCookie.hashOf(env, request), {
        onWrongPassword: (userId) =>
          passwords.fail(request, { userId, type: 'SIGN_IN_FAILED', method: 'PASSWORD' }),
        async adoptRegistration(found) {
          registrationCookie.give(env, reply, await adoptRegistration(context, body.email, found, countMail))
        },
      })
      await passwords.succeed(body.email, device)
      return continueSignIn(context, { request, reply }, account, 'PASSWORD')
    },

    'POST /api/auth/logout': async ({ viewer, request, reply }) => {
      await endSession(db, env, viewer, reply)
      if (!viewer) return null
      // Also for a session that is older than device cookies.
      await rememberDevice(context, { request, reply }, viewer.id)
      await recordAccountEvent(db, request, { userId: viewer.id, type: 'SIGNED_OUT' })
      // The other tabs of this browser get no more private events; other devices reconnect by themselves.
      realtime.disconnectUser(viewer.id)
      return null
    },

    'POST /api/auth/forgot-password': async ({ body: { email }, request, reply }) => {
      const device = await knownDevice(db, env, request, email)
      await resetMails.take(request, email, device)
      const requester = {
        address: addressHash(email),
        browser: resetCookie.give(env, reply, resetCookie.tokenOf(env, request) ?? undefined),
        network: hashToken(networkOf(request.ip)),
        isKnown: device !== null,
      }
      const [times] = await Promise.all([
        requestReset(context, email, requester, describeDevice(userAgentOf(request))),
        setTimeout(minResponseMs),
      ])
      return { email, ...times }
    },

    'POST /api/auth/verify-reset-otp': async ({ body: { email, code }, request }) => {
      const browser = resetCookie.hashOf(env, request)
      const own = browser && (await hasOwnAttempts(db, addressHash(email), browser)) ? browser : null
      const device = await knownDevice(db, env, request, email)
      const exchange = () => exchangeResetCode(context, email, code, own)
      const counter = own ? ownBrowserAttempts : otherBrowserAttempts
      return { resetToken: await tryCode(request, email, exchange, { counter, device }) }
    },

    'POST /api/auth/reset-password': async ({ body, request, reply }) => {
      const userId = await resetPassword(context, body)
      // A reset clears the login delay, even while somebody else is still guessing.
      await passwords.succeed(body.email)
      await rememberDevice(context, { request, reply }, userId)
      await recordAccountEvent(db, request, { userId, type: 'PASSWORD_RESET', method: 'EMAIL_CODE' })
      realtime.disconnectUser(userId)
      return null
    },
  })
}
