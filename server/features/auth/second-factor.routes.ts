import type { FastifyRequest } from 'fastify'
import type { App, Context } from '#server/context.ts'
import { originOf } from '#server/core/http/origin.ts'
import { implement } from '#server/core/implement.ts'
import { countTries } from '#server/core/limits/tries.ts'
import { noteEvent } from '#server/core/session/account-events.ts'
import { knownDevice } from '#server/core/session/device-cookie.ts'
import { giveSessionCookie, renewSession } from '#server/core/session/session.ts'
import { clearStepCookie, giveStepCookie, stepHash } from '#server/core/session/step-cookie.ts'
import { openSession } from './enter.ts'
import { passwordCheck } from './password.service.ts'
import {
  askForPasskey,
  checkCode,
  checkPasskey,
  finishWaiting,
  methodOf,
  takeWaiting,
  waitingMethods,
  wrongSecondFactor,
} from './second-factor.service.ts'

/** The second step of signing in, passkeys, and entering the password again. */
export function secondFactorRoutes(app: App, context: Context): void {
  const { db, env, realtime } = context
  const siteOf = (request: FastifyRequest) => new URL(originOf(env, request)).origin
  const codes = countTries(db, env, 'second factor', 'Too many wrong codes. Please wait, or use a passkey.')
  const requirePassword = passwordCheck(context)

  implement(app, context, 'GET /api/auth/second-factor', {}, async ({ request, setHeader }) => {
    setHeader('cache-control', 'no-store')
    return { methods: await waitingMethods(db, stepHash(env, request)) }
  })

  implement(app, context, 'POST /api/auth/second-factor', {}, async ({ body, request, reply }) => {
    const hash = stepHash(env, request)
    const proof = await takeWaiting(db, hash)
    const { userId } = proof
    const method = methodOf(body.code)
    const device = await knownDevice(db, env, request, userId)
    await codes.take(request, String(userId), device)
    if (!hash || !(await checkCode(context, userId, body.code))) {
      await codes.wrong(request, { userId, type: 'SIGN_IN_FAILED', method })
      throw wrongSecondFactor(method)
    }
    await codes.right(String(userId), device)
    const person = await finishWaiting(db, hash, userId)
    clearStepCookie(env, reply)
    await openSession(context, { request, reply }, proof, { secondFactor: true, method })
    return person
  })

  implement(app, context, 'POST /api/auth/passkey/options', {}, async ({ request, reply }) =>
    askForPasskey(db, siteOf(request), stepHash(env, request), () => giveStepCookie(env, reply)),
  )

  implement(app, context, 'POST /api/auth/passkey', {}, async ({ body, request, reply }) => {
    const hash = stepHash(env, request)
    const checked = await checkPasskey(db, siteOf(request), hash, body.credential)
    if (!hash || !checked.proof) {
      // Nobody guesses a signature: a wrong one is kept for the owner, and keeps nobody waiting.
      if (checked.userId)
        await noteEvent(db, request, { userId: checked.userId, type: 'SIGN_IN_FAILED', method: 'PASSKEY' })
      throw wrongSecondFactor('PASSKEY')
    }
    const person = await finishWaiting(db, hash, checked.userId)
    clearStepCookie(env, reply)
    // The device asked its owner for a finger, a face or a number: having it and being that is two factors.
    await openSession(context, { request, reply }, checked.proof, { secondFactor: true, method: 'PASSKEY' })
    return person
  })

  implement(app, context, 'POST /api/auth/confirm', {}, async ({ viewer, body, request, reply }) => {
    await requirePassword(request, viewer, body.password, 'password')
    giveSessionCookie(env, reply, await renewSession(db, viewer))
    await noteEvent(db, request, { userId: viewer.id, type: 'REAUTHENTICATED', method: 'PASSWORD' })
    // Sockets know the session by its old token; they come back by themselves.
    realtime.disconnectUser(viewer.id)
    return null
  })
}
