import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { queryKeyOf } from '#web/lib/api.ts'
import { urlOfKey } from '#web/lib/query-client.ts'

/** All pages of a listing's questions that were read. */
export const questionPages = (id: number) => ({
  predicate: ({ queryKey }: { queryKey: QueryKey }) =>
    urlOfKey(queryKey).startsWith(`/api/listings/${id}/questions`),
})

export const listingKey = (id: number) => queryKeyOf('GET /api/listings/:id', { params: { id } })

/** Refetches the questions and the listing, which has the switch for questions and the status. */
export function refreshQuestions(client: QueryClient, listingId: number): void {
  void client.invalidateQueries(questionPages(listingId))
  void client.invalidateQueries({ queryKey: listingKey(listingId), exact: true })
}
