import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { deleteSubscription, hasSubscription } from './push.db.ts'
import { subscribe } from './push.service.ts'
import { vapidKeys } from './vapid-keys.ts'

export function pushRoutes(app: App, context: Context): void {
  const { db, env } = context

  registerEndpoints(app, context, {
    'GET /api/push': async ({ db, viewer }) => ({
      publicKey: (await vapidKeys(env)).publicKey,
      isOn: await hasSubscription(db, viewer.session.id),
    }),

    'POST /api/push': async ({ viewer, body }) => {
      await subscribe(context, viewer, body)
      return null
    },

    'DELETE /api/push': async ({ viewer }) => {
      await deleteSubscription(db, viewer.session.id)
      return null
    },
  })
}
