import { apiPageQuery, apiQuery } from '#web/lib/api.ts'

/** The page of My Listings at an address, or the one after `cursor`. */
export const ownListingsQuery = (search: URLSearchParams, cursor?: string) =>
  apiPageQuery('GET /api/my-listings', {
    query: { tab: 'active', ...Object.fromEntries(search), ...(cursor && { cursor }) },
  })

/** How many listings each tab has, of those with these words in their titles. */
export const ownCountsQuery = (search?: string | null) =>
  apiQuery('GET /api/my-listings/counts', { query: { search: search ?? undefined } })
