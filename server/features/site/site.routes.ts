import type { App, Context } from '#server/context.ts'
import { canSendSms } from '#server/core/mail/sms.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'

export function siteRoutes(app: App, context: Context): void {
  const { env } = context
  registerEndpoint(app, context, 'GET /api/site', async () => ({
    uploadUrl: env.UPLOAD_URL ?? '/api/uploads',
    uploadPreset: env.UPLOAD_PRESET,
    testHooks: env.TEST_HOOKS,
    supportEmail: env.SUPPORT_EMAIL,
    phoneVerification: canSendSms(env),
  }))
}
