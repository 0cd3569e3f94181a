import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { showFailure } from '#web/ui/toast.ts'

/**
 * Opens the conversation with a listing's seller and goes there; busy until the page changes. `onSignedOut` is called where
 * the session has ended meanwhile.
 */
export function useStartChat(
  listingId: number,
  onSignedOut: () => void,
): { busy: boolean; start: () => Promise<void> } {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    try {
      const thread: Partial<Thread> | null = await api('POST /api/threads', { body: { listingId } })
      client.invalidateQueries({ queryKey: ['/api/threads'] })
      navigate(thread?.id ? paths.thread(thread.id) : paths.chat)
    } catch (error) {
      setBusy(false)
      if (statusOf(error) === 401) return onSignedOut()
      showFailure('Failed to start chat', error)
    }
  }
  return { busy, start }
}
