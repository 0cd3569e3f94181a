import type { App, Context } from '#server/context.ts'
import { implement } from '#server/core/implement.ts'
import {
  listFavoriteIds,
  listFavorites,
  listUnavailable,
  removeFavorite,
  saveFavorite,
} from './favorites.service.ts'

export function favoritesRoutes(app: App, context: Context): void {
  const { db } = context

  implement(app, context, 'GET /api/favorites', {}, async ({ db, viewer }) => listFavoriteIds(db, viewer))

  implement(app, context, 'GET /api/favorites/listings', {}, async ({ db, viewer }) =>
    listFavorites(db, viewer),
  )

  implement(app, context, 'GET /api/favorites/unavailable', {}, async ({ db, viewer }) =>
    listUnavailable(db, viewer),
  )

  implement(app, context, 'POST /api/favorites', {}, async ({ viewer, body: { listingId } }) => {
    await saveFavorite(db, viewer, listingId)
    return { id: listingId, listingId }
  })

  implement(app, context, 'DELETE /api/favorites/:id', {}, async ({ viewer, params }) => {
    await removeFavorite(db, viewer, params.id)
    return null
  })
}
