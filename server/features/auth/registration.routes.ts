import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { logEvent } from '#server/core/session/account-events.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { continueSignIn } from './continue-sign-in.ts'
import { addProofOfWork } from './proof-of-work.routes.ts'
import {
  countRegistrationMails,
  readRegistration,
  register,
  registrationCookie,
  resendCode,
  verifyEmail,
} from './registration.service.ts'

const { lifetime: expiresIn, resendWait: resendIn } = limits.code

/** A registration belongs to the browser that began it: docs/decisions/013-sign-in.md. */
export function registrationRoutes(app: App, context: Context): void {
  const { db, env } = context
  const countMail = countRegistrationMails(context)
  const proofs = addProofOfWork(app, context)

  registerEndpoints(app, context, {
    'GET /api/auth/registration': async ({ request, setHeader }) => {
      setHeader('cache-control', 'no-store')
      return { registration: await readRegistration(db, registrationCookie.hashOf(env, request)) }
    },

    'POST /api/auth/register-email': async ({ body: { proof, ...body }, request, reply }) => {
      await proofs.require(request, proof)
      const cookieHash = registrationCookie.hashOf(env, request)
      const { token, ...times } = await register(context, body, cookieHash, countMail)
      registrationCookie.give(env, reply, token)
      return { email: body.email, ...times }
    },

    'POST /api/auth/verify-email': async ({ body, request, reply }) => {
      // Each registration has its own code and attempts, so a stranger's guesses delay nobody.
      const account = await verifyEmail(
        context,
        registrationCookie.hashOf(env, request),
        body.email,
        body.code,
      ).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'INVALID_CODE')
          logEvent(request, { type: 'SIGN_IN_FAILED', method: 'EMAIL_CODE' })
        throw error
      })
      registrationCookie.clear(env, reply)
      return continueSignIn(context, { request, reply }, account, 'EMAIL_CODE')
    },

    'POST /api/auth/resend-verification': async ({ body: { email }, request }) => {
      const cookieHash = registrationCookie.hashOf(env, request)
      const times = await resendCode(context, cookieHash, email, countMail)
      return { email, ...(times ?? { expiresIn, resendIn }) }
    },
  })
}
