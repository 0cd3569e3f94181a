import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { showFailure } from '#web/ui/toast.ts'

/** Runs once the thread exists; returns the address to navigate to. */
type OnThread = (threadId: number) => string | Promise<string>

const askVisitor = () => askToLogIn('You need to be logged in to chat with sellers...')

/** Opens the conversation with a listing's seller and navigates to it; busy until the page changes. Asks visitors to log in. */
export function useStartChat(listingId: number) {
  const session = useSession()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)

  async function start(onThread: OnThread = paths.thread) {
    if (session === null || session?.isLeaving) return askVisitor()
    setBusy(true)
    const from = location.pathname
    try {
      const thread: Partial<Thread> | null = await api('POST /api/threads', { body: { listingId } })
      client.invalidateQueries({ queryKey: queryKeyOf('GET /api/threads', { query: {} }) })
      const to = thread?.id ? await onThread(thread.id) : paths.chat
      // On a slow line somebody may have gone elsewhere meanwhile.
      if (location.pathname === from) navigate(to)
    } catch (error) {
      setBusy(false)
      if (statusOf(error) === 401) return askVisitor()
      showFailure('Failed to start chat', error)
    }
  }
  return { busy, start }
}
