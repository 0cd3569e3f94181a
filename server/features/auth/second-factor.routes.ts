import type { App, Context } from '#server/context.ts'
import { originOf } from '#server/core/http/origin.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { recordAccountEvent } from '#server/core/session/account-events.ts'
import { knownDevice } from '#server/core/session/device-cookie.ts'
import { createLoginThrottle } from '#server/core/session/login-throttle.ts'
import { replaceSessionToken, sessionCookie } from '#server/core/session/session.ts'
import { openSession, signInCookie } from './continue-sign-in.ts'
import { passwordCheck } from './password.service.ts'
import {
  askForPasskey,
  checkCode,
  checkPasskey,
  finishPendingSignIn,
  methodOf,
  pendingMethods,
  takePendingSignIn,
  wrongSecondFactor,
} from './second-factor.service.ts'

/** The second step of signing in, passkeys, and confirming the password. */
export function secondFactorRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  const codes = createLoginThrottle(
    db,
    env,
    'second factor',
    'Too many wrong codes. Please wait, or use a passkey.',
  )
  const requirePassword = passwordCheck(context)

  registerEndpoints(app, context, {
    'GET /api/auth/second-factor': async ({ request, setHeader }) => {
      setHeader('cache-control', 'no-store')
      return { methods: await pendingMethods(db, signInCookie.hashOf(env, request)) }
    },

    'POST /api/auth/second-factor': async ({ body, request, reply }) => {
      const hash = signInCookie.hashOf(env, request)
      const pending = await takePendingSignIn(db, hash)
      const { userId } = pending
      const method = methodOf(body.code)
      const device = await knownDevice(db, env, request, userId)
      await codes.take(request, String(userId), device)
      if (!hash || !(await checkCode(context, userId, body.code))) {
        await codes.fail(request, { userId, type: 'SIGN_IN_FAILED', method })
        throw wrongSecondFactor(method)
      }
      await codes.succeed(String(userId), device)
      const person = await finishPendingSignIn(db, hash, userId)
      signInCookie.clear(env, reply)
      await openSession(context, { request, reply }, pending, { secondFactor: true, method })
      return person
    },

    'POST /api/auth/passkey/options': async ({ body, request, reply }) =>
      askForPasskey(db, originOf(env, request), body.alone ? null : signInCookie.hashOf(env, request), () =>
        signInCookie.give(env, reply),
      ),

    'POST /api/auth/passkey': async ({ body, request, reply }) => {
      const hash = signInCookie.hashOf(env, request)
      const checked = await checkPasskey(db, originOf(env, request), hash, body.credential)
      if (!hash || !checked.authentication) {
        // A signature cannot be guessed: a wrong one is recorded for the owner and delays nobody.
        if (checked.userId)
          await recordAccountEvent(db, request, {
            userId: checked.userId,
            type: 'SIGN_IN_FAILED',
            method: 'PASSKEY',
          })
        throw wrongSecondFactor('PASSKEY')
      }
      const person = await finishPendingSignIn(db, hash, checked.userId)
      signInCookie.clear(env, reply)
      // The device verified its owner by a finger, a face or a number: possession and inherence or knowledge
      // are two factors.
      await openSession(context, { request, reply }, checked.authentication, {
        secondFactor: true,
        method: 'PASSKEY',
      })
      return person
    },

    'POST /api/auth/confirm': async ({ viewer, body, request, reply }) => {
      await requirePassword(request, viewer, body.password, 'password')
      sessionCookie.give(env, reply, await replaceSessionToken(db, viewer))
      await recordAccountEvent(db, request, {
        userId: viewer.id,
        type: 'REAUTHENTICATED',
        method: 'PASSWORD',
      })
      // Sockets store the session's old token; they reconnect by themselves.
      realtime.disconnectUser(viewer.id)
      return null
    },
  })
}
