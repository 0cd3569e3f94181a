import type { Message } from '#shared/contract/chat.ts'
import { api } from '#web/lib/api.ts'
import { messageOf, statusOf } from '#web/lib/errors.ts'
import { createEmitter } from '#web/lib/events.ts'
import { createFlush, isRetryable } from '#web/lib/outbox-sending.ts'
import { makeUniqueId } from '#web/lib/unique-id.ts'
import {
  isOutboxKey,
  nextMoment,
  type OutgoingMessage,
  parseOutgoing,
  readOutbox,
  removeOutgoing,
  saveOutgoing,
} from './outbox-store.ts'

/** Milliseconds before a message without a response is sent again: the network may fail silently. */
const sendTimeout = 20_000
/** Milliseconds between attempts, growing from first to max. */
const backoff = { first: 1000, max: 15_000 }

export interface OutboxState {
  messages: OutgoingMessage[]
  sending: OutgoingMessage | null
  unreachable: boolean
}

export const emptyOutbox: OutboxState = { messages: [], sending: null, unreachable: false }

interface Hooks {
  onSent: (message: Message) => void
  onRefused: (message: OutgoingMessage) => void
  /** Another tab sent or deleted a message of this conversation: it must be read. Never rejects. */
  onSettledElsewhere: (threadId: number) => Promise<void>
}

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Sends the user's messages in order until the server has them: they survive a lost network, a server crash and a reload. One of
 * several tabs sends; sending twice is harmless, since the server recognises a message by its client id.
 */
export function createOutbox(userId: number, hooks: Hooks) {
  const changes = createEmitter()
  let state: OutboxState = { ...emptyOutbox, messages: readOutbox(userId) }

  function set(change: Partial<OutboxState>): void {
    state = { ...state, ...change }
    changes.emit()
  }
  const reread = () => set({ messages: readOutbox(userId) })
  const next = () => readOutbox(userId).find((message) => !message.failed)

  const flush = createFlush({
    lock: `oja-outbox-${userId}`,
    hasNext: () => next() !== undefined,
    async sendNext() {
      const message = next()
      if (!message) return undefined
      const isSettled = await sendOne(message)
      set({ unreachable: !isSettled })
      return isSettled
    },
    backoff,
  })

  async function sendOne(message: OutgoingMessage): Promise<boolean> {
    set({ sending: message })
    try {
      const { threadId: id, body, photo, replyTo, offer, clientId } = message
      const content = offer === undefined ? { body, attachment: photo?.url ?? null } : { offer }
      const call = api('POST /api/threads/:id/messages', {
        params: { id },
        body: { ...content, ...(replyTo && { replyTo: replyTo.id }), clientId },
      })
      hooks.onSent(await withTimeout(call))
      removeOutgoing(userId, clientId)
      return true
    } catch (error) {
      const status = statusOf(error)
      // 401: the message is sent after the next login.
      if (status === undefined || status === 401 || isRetryable(status)) return false
      saveOutgoing(userId, { ...message, failed: true, problem: messageOf(error, 'It was not sent.') })
      hooks.onRefused(message)
      return true
    } finally {
      set({ sending: null, messages: readOutbox(userId) })
    }
  }

  async function onStorage({ key, oldValue, newValue }: StorageEvent): Promise<void> {
    void flush()
    if (!isOutboxKey(userId, key)) return
    const settled = newValue === null && oldValue ? parseOutgoing(oldValue) : undefined
    // Keep it visible until the conversation was read again: without a socket, this tab gets no event for it.
    if (settled) await hooks.onSettledElsewhere(settled.threadId)
    reread()
  }

  return {
    get: () => state,
    subscribe: changes.subscribe,
    /** Sends messages left from earlier pages, and new ones, while the page is open. */
    start() {
      addEventListener('storage', (event) => void onStorage(event))
      addEventListener('online', () => void flush())
      reread()
      void flush()
    },
    /** Retries at once, such as after a reconnection. */
    flush: () => void flush(),
    add(written: Pick<OutgoingMessage, 'threadId' | 'body' | 'photo' | 'replyTo' | 'offer'>) {
      saveOutgoing(userId, { ...written, clientId: makeUniqueId(), writtenAt: nextMoment(userId) })
      reread()
      void flush()
    },
    retry({ problem: _, failed: __, ...message }: OutgoingMessage) {
      saveOutgoing(userId, message)
      reread()
      void flush()
    },
    remove({ clientId }: OutgoingMessage) {
      removeOutgoing(userId, clientId)
      reread()
    },
  }
}

/** Rejects if the call takes longer than `sendTimeout`. */
function withTimeout<T>(call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer.')), sendTimeout)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
