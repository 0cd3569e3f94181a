import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { cacheHidden, cacheMessages, cacheOfferStatus, catchUp, refreshMessages } from './message-cache.ts'
import { messagesQuery } from './queries.ts'
import { refreshThread, refreshThreads } from './threads.ts'

/** Accepts, declines or withdraws offers of a conversation. A press without an answer can be repeated. */
export function useOffers(threadId: number) {
  const client = useQueryClient()
  const [busyId, setBusyId] = useState<number | null>(null)

  async function answer(messageId: number, status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN'): Promise<void> {
    setBusyId(messageId)
    try {
      const offer = await api('PATCH /api/messages/:id/offer', {
        params: { id: messageId },
        body: { status },
      })
      cacheOfferStatus(client, { threadId, messageId, status: offer.status })
      await catchUp(client, threadId).catch(() => undefined)
    } catch (error) {
      showFailure('Your answer did not count', error)
      // What is shown may be old: the other one withdrew it, or the listing was sold.
      await Promise.all([refreshMessages(client, threadId), refreshThread(client, threadId)]).catch(
        () => undefined,
      )
    } finally {
      setBusyId(null)
    }
  }

  return { busyId, answer }
}

/** Deletes a message for the user; the other party keeps it. */
export async function hideMessage(client: QueryClient, threadId: number, id: number): Promise<void> {
  try {
    await api('DELETE /api/messages/:id', { params: { id } })
    cacheHidden(client, threadId, id)
    showToast({ title: 'Deleted for you' })
    await refreshThread(client, threadId).catch(() => undefined)
  } catch (error) {
    showFailure('The message was not deleted', error)
  }
}

/** Ends the warnings of a conversation, here at once and on the server. */
export async function dismissWarnings(client: QueryClient, threadId: number): Promise<void> {
  const { queryKey } = messagesQuery(threadId)
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, (known) => known?.map(({ warning: _, ...message }) => message))
  try {
    await api('POST /api/threads/:id/dismiss-warnings', { params: { id: threadId } })
    showToast({ title: 'No more warnings in this conversation' })
  } catch (error) {
    if (before) cacheMessages(client, threadId, before)
    showFailure('The warning could not be dismissed', error)
  }
}

export function useBlocking(threadId: number, user: { id: number; fullName: string }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function run(act: () => Promise<unknown>, success: string, failure: string): Promise<void> {
    setBusy(true)
    try {
      await act()
      showToast({ title: success })
    } catch (error) {
      showFailure(failure, error)
    } finally {
      setBusy(false)
    }
    await refreshThreads(client, threadId).catch(() => undefined)
    await client.invalidateQueries({ queryKey: queryKeyOf('GET /api/blocks') })
  }

  return {
    busy,
    block: () =>
      run(
        () => api('POST /api/blocks', { body: { userId: user.id } }),
        `${user.fullName} is blocked`,
        'Failed to block',
      ),
    unblock: () =>
      run(
        () => api('DELETE /api/blocks/:id', { params: { id: user.id } }),
        `${user.fullName} is unblocked`,
        'Failed to unblock',
      ),
  }
}
