import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { showFailure } from '#web/ui/toast.ts'
import { showMessages } from './message-cache.ts'
import { createOutbox, emptyOutbox, type Outbox, type OutboxState } from './outbox.ts'
import { addMessage, changeThreads, refreshThread } from './threads.ts'

/** One for the life of the page, since another user signs in with a new page. It continues to send on other pages of the app. */
let shared: { userId: number; outbox: Outbox } | undefined

/** The outbox of the signed-in user; it starts sending on first use. */
export function outboxOf(userId: number, client: QueryClient): Outbox {
  if (shared?.userId === userId) return shared.outbox
  const outbox = createOutbox(userId, {
    onSent(message) {
      showMessages(client, message.threadId, [message])
      changeThreads(client, (known) => addMessage(known, message, userId))
    },
    onRefused({ threadId }) {
      showFailure('Error', undefined, 'Failed to send message')
      // The conversation may show the reason: the listing was deleted, or one party blocked the other.
      refreshThread(client, threadId).catch(() => undefined)
    },
  })
  shared = { userId, outbox }
  outbox.start()
  return outbox
}

const unsubscribed = () => () => {}
const nothingYet = () => emptyOutbox

/** The unsent messages with their actions; null until hydration. */
export function useOutbox(userId: number): { state: OutboxState; outbox: Outbox | null } {
  const client = useQueryClient()
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  useEffect(() => setOutbox(outboxOf(userId, client)), [userId, client])
  const state = useSyncExternalStore(outbox?.subscribe ?? unsubscribed, outbox?.get ?? nothingYet, nothingYet)
  return { state, outbox }
}
