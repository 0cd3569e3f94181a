import { apiPageQuery, apiQuery } from '#web/lib/api.ts'
import { type BrowseState, browseCall } from '#web/lib/browse-url.ts'

export const categoriesQuery = apiQuery('GET /api/categories')
export const featuredQuery = apiQuery('GET /api/listings/featured')
export const latestQuery = apiQuery('GET /api/listings/latest')

/** One page of Browse, keyed by its address and therefore by its cursor. */
export const resultsQuery = (state: BrowseState) => apiPageQuery('GET /api/listings', browseCall(state))

/** How many listings a state of Browse has: its `total`. */
export const countQuery = (state: BrowseState) =>
  apiPageQuery('GET /api/listings', { query: { ...browseCall(state).query, limit: 1 } })

export const suggestionsQuery = (text: string) =>
  apiQuery('GET /api/listings/search-suggestions', { query: { q: text } })
