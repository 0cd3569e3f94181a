import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { blockUser, listBlocks, unblockUser } from './blocks.service.ts'

export function blocksRoutes(app: App, context: Context): void {
  registerEndpoints(app, context, {
    'GET /api/blocks': async ({ viewer }) => listBlocks(context.db, viewer),

    'POST /api/blocks': async ({ viewer, body }) => blockUser(context, viewer, body.userId),

    'DELETE /api/blocks/:id': async ({ viewer, params }) => {
      await unblockUser(context, viewer, params.id)
      return null
    },
  })
}
