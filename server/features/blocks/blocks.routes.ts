import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import { blockUser, listBlocks, unblockUser } from './blocks.service.ts'

export function blocksRoutes(app: App, context: Context): void {
  implement(app, context, 'GET /api/blocks', {}, async ({ viewer }) => listBlocks(context.db, viewer))

  implement(app, context, 'POST /api/blocks', {}, async ({ viewer, body }) =>
    blockUser(context, viewer, body.userId),
  )

  implement(app, context, 'DELETE /api/blocks/:id', {}, async ({ viewer, params }) => {
    await unblockUser(context, viewer, params.id)
    return null
  })
}
