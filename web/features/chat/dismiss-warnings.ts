import type { QueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { type Messages, showMessages } from './message-cache.ts'
import { messagesQuery } from './queries.ts'

/** Ends the warnings of a conversation, here at once and on the server. */
export async function dismissWarnings(client: QueryClient, threadId: number): Promise<void> {
  const { queryKey } = messagesQuery(threadId)
  const before = client.getQueryData<Messages>(queryKey)
  client.setQueryData<Messages>(queryKey, (known) => known?.map(({ warning: _, ...message }) => message))
  try {
    await api('POST /api/threads/:id/dismiss-warnings', { params: { id: threadId } })
    showToast({ title: 'No more warnings in this conversation' })
  } catch (error) {
    if (before) showMessages(client, threadId, before)
    showFailure('The warning could not be dismissed', error)
  }
}
