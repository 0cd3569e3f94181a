import { apiPageQuery } from '#web/lib/api.ts'

export const profileTabs = { listings: 'Listings', reviews: 'Reviews' } as const
export type ProfileTab = keyof typeof profileTabs

/** The tab in a profile's address. */
export function profileTabOf(search: URLSearchParams): ProfileTab {
  return search.get('tab') === 'reviews' ? 'reviews' : 'listings'
}

/** A page of a user's active listings: the newest, or those after `cursor`. */
export const listingsOfQuery = (userId: number | string, cursor: string | null | undefined) =>
  apiPageQuery('GET /api/users/:id/listings', {
    params: { id: userId },
    query: { cursor: cursor ?? undefined },
  })
