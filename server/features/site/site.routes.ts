import type { App, Context } from '#server/context.ts'
import { originOf } from '#server/core/http/origin.ts'
import { signedInPath } from '#server/core/mail/mail-body.ts'
import { canSendSms } from '#server/core/mail/sms.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { dayMs } from '#shared/limits.ts'

export function siteRoutes(app: App, context: Context): void {
  const { env } = context
  registerEndpoints(app, context, {
    'GET /api/site': async () => ({
      uploadUrl: env.UPLOAD_URL ?? '/api/uploads',
      uploadPreset: env.UPLOAD_PRESET,
      testHooks: env.TEST_HOOKS,
      supportEmail: env.SUPPORT_EMAIL,
      phoneVerification: canSendSms(env),
    }),
  })

  // Where browsers and password managers send a person whose password has leaked (w3.org/TR/change-password-url).
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect(signedInPath('/settings#password'), 302),
  )

  // Where to report a vulnerability (RFC 9116), which demands a date that is less than a year ahead.
  app.get('/.well-known/security.txt', async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return [
      `Contact: mailto:${env.SUPPORT_EMAIL}`,
      `Expires: ${new Date(Date.now() + 180 * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${originOf(env, request)}/.well-known/security.txt`,
      '',
    ].join('\n')
  })
}
