import { apiQuery } from '#web/lib/api.ts'

/** Matches come meanwhile: after this many milliseconds a page reads them again. */
const staleTime = 10_000

export const savedSearchesQuery = { ...apiQuery('GET /api/saved-searches'), staleTime }
