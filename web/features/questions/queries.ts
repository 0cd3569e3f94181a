import { apiPageQuery } from '#web/lib/api.ts'

/** A page of a listing's questions, newest first: the one after a question, or the first, also of 'all' in the address of the listing. */
export const questionsQuery = (id: number | string, after?: string | null) =>
  apiPageQuery('GET /api/listings/:id/questions', {
    params: { id },
    query: { cursor: Number(after) || undefined },
  })
