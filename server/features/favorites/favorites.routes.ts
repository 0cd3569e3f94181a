import type { App, Context } from '#server/context.ts'
import { registerEndpoint } from '#server/core/register-endpoint.ts'
import { deleteFavorite } from './favorites.db.ts'
import { listFavoriteIds, listFavorites, listUnavailable, saveFavorite } from './favorites.service.ts'

export function favoritesRoutes(app: App, context: Context): void {
  const { db } = context

  registerEndpoint(app, context, 'GET /api/favorites', async ({ db, viewer }) => listFavoriteIds(db, viewer))

  registerEndpoint(app, context, 'GET /api/favorites/listings', async ({ db, viewer }) =>
    listFavorites(db, viewer),
  )

  registerEndpoint(app, context, 'GET /api/favorites/unavailable', async ({ db, viewer }) =>
    listUnavailable(db, viewer),
  )

  registerEndpoint(app, context, 'POST /api/favorites', async ({ viewer, body: { listingId } }) => {
    await saveFavorite(db, viewer, listingId)
    return { id: listingId, listingId }
  })

  registerEndpoint(app, context, 'DELETE /api/favorites/:id', async ({ viewer, params }) => {
    await deleteFavorite(db, viewer.id, params.id)
    return null
  })
}
