import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Question } from '#shared/contract/questions.ts'
import { api } from '#web/lib/api.ts'
import type { Page } from '#web/lib/query-client.ts'
import { questionsQuery } from './queries.ts'
import { questionPages } from './refresh-questions.ts'

/** Rejects with ApiError. */
export async function askQuestion(client: QueryClient, listingId: number, question: string): Promise<void> {
  const asked = await api('POST /api/listings/:id/questions', {
    params: { id: listingId },
    body: { question },
  })
  const newest = { queryKey: questionsQuery(listingId).queryKey, exact: true }
  await change(client, listingId, newest, ({ items, total, ...page }) => {
    const others = items.filter(({ id }) => id !== asked.id)
    return { ...page, items: [asked, ...others], total: total + 1 + others.length - items.length }
  })
}

/** Rejects with ApiError. */
export async function answerQuestion(
  client: QueryClient,
  listingId: number,
  { id, answeredAt }: Pick<Question, 'id' | 'answeredAt'>,
  answer: string,
): Promise<void> {
  const answered = await api('PATCH /api/questions/:id/answer', {
    params: { id },
    body: { answer, answeredAt },
  })
  await change(client, listingId, questionPages(listingId), (page) => ({
    ...page,
    items: page.items.map((one) => (one.id === id ? answered : one)),
  }))
}

/** Cancels reads that began before the change. */
async function change(
  client: QueryClient,
  listingId: number,
  changed: QueryFilters,
  update: (known: Page<Question>) => Page<Question>,
): Promise<void> {
  const pages = questionPages(listingId)
  await client.cancelQueries(pages)
  client.setQueriesData<Page<Question>>(changed, (known) => known && update(known))
  void client.invalidateQueries(pages)
}
