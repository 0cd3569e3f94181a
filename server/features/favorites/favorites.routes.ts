import type { App, Context } from '#server/context.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { deleteFavorite } from './favorites.db.ts'
import { listFavoriteIds, listFavorites, listUnavailable, saveFavorite } from './favorites.service.ts'

export function favoritesRoutes(app: App, context: Context): void {
  const { db } = context

  registerEndpoints(app, context, {
    'GET /api/favorites': async ({ db, viewer }) => listFavoriteIds(db, viewer),

    'GET /api/favorites/listings': async ({ db, viewer }) => listFavorites(db, viewer),

    'GET /api/favorites/unavailable': async ({ db, viewer }) => listUnavailable(db, viewer),

    'POST /api/favorites': async ({ viewer, body: { listingId } }) => {
      await saveFavorite(db, viewer, listingId)
      return { id: listingId, listingId }
    },

    'DELETE /api/favorites/:id': async ({ viewer, params }) => {
      await deleteFavorite(db, viewer.id, params.id)
      return null
    },
  })
}
