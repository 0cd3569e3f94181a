import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { deleteFollow, findFollowedIds } from './follows.db.ts'
import { followSeller, listFollowedSellers } from './follows.service.ts'

export function followsRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/follows': async ({ db, viewer }) => findFollowedIds(db, viewer.id),

    'GET /api/follows/sellers': async ({ db, viewer }) => listFollowedSellers(db, viewer),

    'POST /api/follows': async ({ viewer, body }) => {
      await followSeller(context, viewer, body.sellerId)
      return { id: body.sellerId }
    },

    'DELETE /api/follows/:id': async ({ viewer, params }) => {
      await deleteFollow(context.db, viewer.id, params.id)
      return null
    },
  })
}
