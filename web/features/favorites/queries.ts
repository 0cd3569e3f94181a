import { apiQuery } from '#web/lib/api.ts'

/** Prefix of the keys of all lists. */
export const favoritesKey = ['/api/favorites']

/** Milliseconds after which a page refetches the favourites, since another device may have changed them. */
const staleTime = 60_000

export const favoriteIdsQuery = { ...apiQuery('GET /api/favorites'), staleTime }
export const favoriteListingsQuery = { ...apiQuery('GET /api/favorites/listings'), staleTime }
export const unavailableFavoritesQuery = { ...apiQuery('GET /api/favorites/unavailable'), staleTime }
