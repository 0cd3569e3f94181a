import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { deleteSubscription, hasSubscription } from './push.db.ts'
import { subscribe } from './push.service.ts'
import { vapidKeys } from './vapid-keys.ts'

export function pushRoutes(app: App, context: Context): void {
  const { db, env } = context

  registerEndpoint(app, context, 'GET /api/push', async ({ db, viewer }) => ({
    publicKey: (await vapidKeys(env)).publicKey,
    isOn: await hasSubscription(db, viewer.session.id),
  }))

  registerEndpoint(app, context, 'POST /api/push', async ({ viewer, body }) => {
    await subscribe(context, viewer, body)
    return null
  })

  registerEndpoint(app, context, 'DELETE /api/push', async ({ viewer }) => {
    await deleteSubscription(db, viewer.session.id)
    return null
  })
}
