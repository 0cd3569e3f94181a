import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { blockUser, listBlocks, unblockUser } from './blocks.service.ts'

export function blocksRoutes(app: App, context: Context): void {
  registerEndpoint(app, context, 'GET /api/blocks', async ({ viewer }) => listBlocks(context.db, viewer))

  registerEndpoint(app, context, 'POST /api/blocks', async ({ viewer, body }) =>
    blockUser(context, viewer, body.userId),
  )

  registerEndpoint(app, context, 'DELETE /api/blocks/:id', async ({ viewer, params }) => {
    await unblockUser(context, viewer, params.id)
    return null
  })
}
