import { apiQuery } from '#web/lib/api.ts'

/** What begins the keys of all lists. */
export const favoritesKey = ['/api/favorites']

/** Another device may have changed them: a page that comes later than this (milliseconds) reads them again. */
const staleTime = 60_000

export const favoriteIdsQuery = { ...apiQuery('GET /api/favorites'), staleTime }
export const favoriteListingsQuery = { ...apiQuery('GET /api/favorites/listings'), staleTime }
export const unavailableFavoritesQuery = { ...apiQuery('GET /api/favorites/unavailable'), staleTime }
