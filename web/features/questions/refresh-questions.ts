import type { QueryClient } from '@tanstack/react-query'
import { queryKeyOf } from '#web/lib/api.ts'

export const questionsKey = (id: number) => queryKeyOf('GET /api/listings/:id/questions', { params: { id } })
export const listingKey = (id: number) => queryKeyOf('GET /api/listings/:id', { params: { id } })

/** Refetches the questions and the listing, which has the switch for questions and the status. */
export function refreshQuestions(client: QueryClient, listingId: number): void {
  void client.invalidateQueries({ queryKey: questionsKey(listingId) })
  void client.invalidateQueries({ queryKey: listingKey(listingId), exact: true })
}
