import { apiQuery } from '#web/lib/api.ts'

/** Milliseconds after which a page reads them again, since another device may have changed them. */
const staleTime = 60_000

export const followedIdsQuery = { ...apiQuery('GET /api/follows'), staleTime }
export const followedSellersQuery = apiQuery('GET /api/follows/sellers')
