import { apiPageQuery } from '#web/lib/api.ts'

/** The page of an address: the newest notifications, or those after `cursor`. */
export const notificationsQuery = (search: URLSearchParams) =>
  apiPageQuery('GET /api/notifications', { query: { cursor: search.get('cursor') ?? undefined } })
