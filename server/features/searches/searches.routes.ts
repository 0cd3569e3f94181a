import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { deleteSearch } from './searches.db.ts'
import { changeSearch, listSearches, saveSearch } from './searches.service.ts'

export function searchesRoutes(app: App, context: Context): void {
  const { db } = context

  registerEndpoint(app, context, 'GET /api/saved-searches', async ({ db, viewer }) =>
    listSearches(db, viewer),
  )
  registerEndpoint(app, context, 'POST /api/saved-searches', async ({ viewer, body }) =>
    saveSearch(db, viewer, body),
  )
  registerEndpoint(app, context, 'PATCH /api/saved-searches/:id', async ({ viewer, params, body }) =>
    changeSearch(db, viewer, params.id, body),
  )
  registerEndpoint(app, context, 'DELETE /api/saved-searches/:id', async ({ viewer, params }) => {
    await deleteSearch(db, viewer.id, params.id)
    return null
  })
}
