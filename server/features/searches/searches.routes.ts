import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { deleteSearch } from './searches.db.ts'
import { changeSearch, listSearches, saveSearch } from './searches.service.ts'

export function searchesRoutes(app: App, context: Context): void {
  const { db } = context

  registerEndpoints(app, context, {
    'GET /api/saved-searches': async ({ db, viewer }) => listSearches(db, viewer),
    'POST /api/saved-searches': async ({ viewer, body }) => saveSearch(db, viewer, body),
    'PATCH /api/saved-searches/:id': async ({ viewer, params, body }) =>
      changeSearch(db, viewer, params.id, body),
    'DELETE /api/saved-searches/:id': async ({ viewer, params }) => {
      await deleteSearch(db, viewer.id, params.id)
      return null
    },
  })
}
