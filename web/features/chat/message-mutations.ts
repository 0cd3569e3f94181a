import type { QueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { type Messages, showHidden, showMessages } from './message-cache.ts'
import { messagesQuery } from './queries.ts'
import { refreshThread } from './threads.ts'

/** Deletes a message for the user; the other party keeps it. */
export async function hideMessage(client: QueryClient, threadId: number, id: number): Promise<void> {
  try {
    await api('DELETE /api/messages/:id', { params: { id } })
    showHidden(client, threadId, id)
    showToast({ title: 'Deleted for you' })
    await refreshThread(client, threadId).catch(() => undefined)
  } catch (error) {
    showFailure('The message was not deleted', error)
  }
}

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
