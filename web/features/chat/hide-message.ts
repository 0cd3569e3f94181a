import type { QueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { showHidden } from './message-cache.ts'
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
