import type { App, Context } from '#server/context.ts'
import { canSendSms } from '#server/core/mail/sms.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'

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
}
