import { apiPageQuery } from '#web/lib/api.ts'

/** A page of the reviews of a user: the first, or the one after `cursor`. */
export const reviewsQuery = (id: number | string, cursor: string | null | undefined) =>
  apiPageQuery('GET /api/users/:id/reviews', { params: { id }, query: { cursor: cursor ?? undefined } })
