import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { api, keyOf } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { showFailure } from '#web/ui/toast.ts'

/** What else is done in the conversation before the page changes; returns the address to go to. */
type Arrive = (threadId: number) => string | Promise<string>

/**
 * Opens the conversation with a listing's seller and navigates to it; busy until the page changes. Calls `onSignedOut` if the
 * session has ended.
 */
export function useStartChat(
  listingId: number,
  onSignedOut: () => void,
): { busy: boolean; start: (arrive?: Arrive) => Promise<void> } {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)

  async function start(arrive: Arrive = paths.thread) {
    setBusy(true)
    try {
      const thread: Partial<Thread> | null = await api('POST /api/threads', { body: { listingId } })
      client.invalidateQueries({ queryKey: keyOf('GET /api/threads', { query: {} }) })
      navigate(thread?.id ? await arrive(thread.id) : paths.chat)
    } catch (error) {
      setBusy(false)
      if (statusOf(error) === 401) return onSignedOut()
      showFailure('Failed to start chat', error)
    }
  }
  return { busy, start }
}
