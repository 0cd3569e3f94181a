import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { proofOfWork } from '#server/core/limits/proof.ts'
import { codeMailRule, countTries } from '#server/core/limits/tries.ts'
import {
  clearRegistrationCookie,
  giveRegistrationCookie,
  registrationHash,
} from '#server/core/session/registration-cookie.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { enter } from './enter.ts'
import { readRegistration, register, resendCode, verifyEmail } from './registration.service.ts'

const { lifetime: expiresIn, resendWait: resendIn } = limits.code

/** Counted by address, whichever browsers register it; apart from mails for a new password, which go to accounts. */
export const registrationMails = ({ db, env }: Pick<Context, 'db' | 'env'>) =>
  countTries(
    db,
    env,
    'registration mail',
    'Many codes went to this address, so the next one has to wait, an hour at most. What you typed stays here: try again later, or use another address.',
    codeMailRule,
  )

/** A registration belongs to the browser that began it: docs/decisions/016-registration.md. */
export function registrationRoutes(app: App, context: Context): void {
  const { db, env } = context
  const mails = registrationMails(context)
  const proofs = proofOfWork(app, context)

  implement(app, context, 'GET /api/auth/registration', {}, async ({ request, setHeader }) => {
    setHeader('cache-control', 'no-store')
    return { registration: await readRegistration(db, registrationHash(env, request)) }
  })

  implement(
    app,
    context,
    'POST /api/auth/register-email',
    { limit: 'register' },
    async ({ body: { proof, ...body }, request, reply }) => {
      await proofs.require(request, proof)
      const held = registrationHash(env, request)
      const { token, ...times } = await register(context, body, held, (email) => mails.take(request, email))
      giveRegistrationCookie(env, reply, token)
      return { email: body.email, ...times }
    },
  )

  implement(
    app,
    context,
    'POST /api/auth/verify-email',
    { limit: 'code' },
    async ({ body, request, reply }) => {
      // Each registration has its own code and tries: a stranger's guesses keep nobody waiting.
      const account = await verifyEmail(context, registrationHash(env, request), body.email, body.code).catch(
        async (error: unknown) => {
          if (error instanceof AppError && error.code === 'INVALID_CODE')
            await mails.wrong(request, { userId: null, type: 'SIGN_IN_FAILED', method: 'EMAIL_CODE' })
          throw error
        },
      )
      clearRegistrationCookie(env, reply)
      return enter(context, { request, reply }, account, 'EMAIL_CODE')
    },
  )

  implement(
    app,
    context,
    'POST /api/auth/resend-verification',
    { limit: 'code' },
    async ({ body: { email }, request }) => {
      const held = registrationHash(env, request)
      const times = await resendCode(context, held, email, (to) => mails.take(request, to))
      return { email, ...(times ?? { expiresIn, resendIn }) }
    },
  )
}
