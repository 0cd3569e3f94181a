import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { showFailure } from '#web/ui/toast.ts'
import { catchUp, refresh, showOffer } from './message-cache.ts'
import { refreshThread } from './threads.ts'

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
      showOffer(client, { threadId, messageId, status: offer.status })
      await catchUp(client, threadId).catch(() => undefined)
    } catch (error) {
      showFailure('Your answer did not count', error)
      // What is shown may be old: the other one withdrew it, or the listing was sold.
      await Promise.all([refresh(client, threadId), refreshThread(client, threadId)]).catch(() => undefined)
    } finally {
      setBusyId(null)
    }
  }

  return { busyId, answer }
}
