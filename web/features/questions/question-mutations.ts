import type { QueryClient } from '@tanstack/react-query'
import type { Question } from '#shared/contract/questions.ts'
import { api } from '#web/lib/api.ts'
import { questionsKey } from './refresh-questions.ts'

/** Rejects with ApiError. */
export async function askQuestion(client: QueryClient, listingId: number, question: string): Promise<void> {
  const asked = await api('POST /api/listings/:id/questions', {
    params: { id: listingId },
    body: { question },
  })
  await change(client, listingId, (known) => [asked, ...known.filter(({ id }) => id !== asked.id)])
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
  await change(client, listingId, (known) => known.map((one) => (one.id === id ? answered : one)))
}

/** Cancels reads that began before the change. */
async function change(
  client: QueryClient,
  listingId: number,
  update: (known: Question[]) => Question[],
): Promise<void> {
  const queryKey = questionsKey(listingId)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (known) => known && update(known))
  void client.invalidateQueries({ queryKey })
}
