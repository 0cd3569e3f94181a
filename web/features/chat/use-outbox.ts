import { useSyncExternalStore } from 'react'
import { sharedOutbox, useSharedOutbox } from '#web/lib/outbox-shared.ts'
import { showFailure } from '#web/ui/toast.ts'
import { cacheMessages, catchUp } from './message-cache.ts'
import { createOutbox, emptyOutbox, type Outbox, type OutboxState } from './outbox.ts'
import { addMessage, changeThreads, refreshThread } from './threads.ts'

export const outboxOf = sharedOutbox((userId, client) =>
  createOutbox(userId, {
    onSent(message) {
      cacheMessages(client, message.threadId, [message])
      changeThreads(client, (known) => addMessage(known, message, userId))
    },
    onRefused({ threadId }) {
      showFailure('Error', undefined, 'Failed to send message')
      // The conversation may show the reason: the listing was deleted, or one party blocked the other.
      refreshThread(client, threadId).catch(() => undefined)
    },
    async onSettledElsewhere(threadId) {
      await Promise.allSettled([catchUp(client, threadId), refreshThread(client, threadId)])
    },
  }),
)

const unsubscribed = () => () => {}
const nothingYet = () => emptyOutbox

/** The unsent messages, none until effects have run, and their outbox for event handlers, which may run before effects do. */
export function useOutbox(userId: number): { state: OutboxState; getOutbox: () => Outbox } {
  const { outbox, getOutbox } = useSharedOutbox(outboxOf, userId)
  const state = useSyncExternalStore(outbox?.subscribe ?? unsubscribed, outbox?.get ?? nothingYet, nothingYet)
  return { state, getOutbox }
}
