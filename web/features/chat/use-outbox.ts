import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { showFailure } from '#web/ui/toast.ts'
import { showMessages } from './messages.ts'
import { createOutbox, emptyOutbox, type Outbox, type OutboxState } from './outbox.ts'
import { addMessage, changeThreads, refreshThread } from './threads.ts'

/** One for the page's life: another person signs in by a new page. It goes on sending while one looks elsewhere. */
let shared: { userId: number; outbox: Outbox } | undefined

/** The outbox of whoever is signed in; from its first use on it sends. */
export function outboxOf(userId: number, client: QueryClient): Outbox {
  if (shared?.userId === userId) return shared.outbox
  const outbox = createOutbox(userId, {
    onSent(message) {
      showMessages(client, message.threadId, [message])
      changeThreads(client, (known) => addMessage(known, message, userId))
    },
    onRefused({ threadId }) {
      showFailure('Error', undefined, 'Failed to send message')
      // Why may show in the conversation: the listing was deleted, somebody blocked somebody.
      refreshThread(client, threadId).catch(() => undefined)
    },
  })
  shared = { userId, outbox }
  outbox.start()
  return outbox
}

const unsubscribed = () => () => {}
const nothingYet = () => emptyOutbox

/** The messages on their way, and what can be done with them: null until the page is hydrated. */
export function useOutbox(userId: number): { state: OutboxState; outbox: Outbox | null } {
  const client = useQueryClient()
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  useEffect(() => setOutbox(outboxOf(userId, client)), [userId, client])
  const state = useSyncExternalStore(outbox?.subscribe ?? unsubscribed, outbox?.get ?? nothingYet, nothingYet)
  return { state, outbox }
}
