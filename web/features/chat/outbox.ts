import type { Message } from '#shared/contract/chat.ts'
import { api } from '#web/lib/api.ts'
import { messageOf, statusOf } from '#web/lib/errors.ts'
import { makeUniqueId } from '#web/lib/unique-id.ts'
import {
  dropOutgoing,
  isOutboxKey,
  keepOutgoing,
  nextMoment,
  type OutgoingMessage,
  readOutbox,
} from './outbox-store.ts'

/** Milliseconds until a message without an answer is sent again: the network may be gone without a word. */
const patience = 20_000
/** Milliseconds between tries, growing from the first to the second. */
const waits = { first: 1000, longest: 15_000 }
/** The server or something before it is away for a moment, or one has to log in again: the message is not refused. */
const passing = [401, 408, 425, 429, 502, 503, 504]

export interface OutboxState {
  messages: OutgoingMessage[]
  /** The message whose call is under way in this tab. */
  sending: OutgoingMessage | null
  /** The last try did not reach the server. */
  unreachable: boolean
}

export const emptyOutbox: OutboxState = { messages: [], sending: null, unreachable: false }

interface Hooks {
  onSent: (message: Message) => void
  onRefused: (message: OutgoingMessage) => void
}

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Sends what one writes, in order, until the server has it: messages survive a lost network, a dead server and a reload.
 * Of several tabs one sends; sending twice would do no harm, since the server knows a message by its client id.
 */
export function createOutbox(userId: number, hooks: Hooks) {
  const listeners = new Set<() => void>()
  let state: OutboxState = { ...emptyOutbox, messages: readOutbox(userId) }
  let wake = () => {}
  let running = false

  function set(change: Partial<OutboxState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const reread = () => set({ messages: readOutbox(userId) })
  const next = () => readOutbox(userId).find((message) => !message.failed)

  /** Sends until nothing waits; another tab that does so already is waited for. */
  async function flush(): Promise<void> {
    wake()
    if (running || !next()) return
    running = true
    try {
      await asOnlyTab(`oja-outbox-${userId}`, sendAll)
    } finally {
      running = false
      if (next()) void flush()
    }
  }

  async function sendAll(): Promise<void> {
    let wait = waits.first
    for (let message = next(); message; message = next()) {
      const reached = await sendOne(message)
      set({ unreachable: !reached })
      if (reached) wait = waits.first
      else {
        await sleep(wait)
        wait = Math.min(wait * 2, waits.longest)
      }
    }
  }

  /** Answers whether the message is settled: sent or refused. */
  async function sendOne(message: OutgoingMessage): Promise<boolean> {
    set({ sending: message })
    try {
      const { threadId: id, body, photo, clientId } = message
      const call = api('POST /api/threads/:id/messages', {
        params: { id },
        body: { body, attachment: photo?.url ?? null, clientId },
      })
      hooks.onSent(await answered(call))
      dropOutgoing(userId, clientId)
      return true
    } catch (error) {
      const status = statusOf(error)
      if (status === undefined || passing.includes(status)) return false
      keepOutgoing(userId, { ...message, failed: true, problem: messageOf(error, 'It was not sent.') })
      hooks.onRefused(message)
      return true
    } finally {
      set({ sending: null, messages: readOutbox(userId) })
    }
  }

  function sleep(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function onStorage(event: StorageEvent): void {
    if (isOutboxKey(userId, event.key)) reread()
    void flush()
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Sends what is left from before, and whatever comes, while the page is there. */
    start() {
      addEventListener('storage', onStorage)
      addEventListener('online', () => void flush())
      reread()
      void flush()
    },
    /** Tries at once, such as when the server is heard again. */
    flush: () => void flush(),
    add(written: Pick<OutgoingMessage, 'threadId' | 'body' | 'photo'>) {
      keepOutgoing(userId, { ...written, clientId: makeUniqueId(), writtenAt: nextMoment(Date.now()) })
      reread()
      void flush()
    },
    retry({ problem: _, failed: __, ...message }: OutgoingMessage) {
      keepOutgoing(userId, message)
      reread()
      void flush()
    },
    remove({ clientId }: OutgoingMessage) {
      dropOutgoing(userId, clientId)
      reread()
    },
  }
}

/** Rejects when there is no answer for too long. */
function answered<T>(call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer.')), patience)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Runs while no other tab runs under this name; at once where browsers have no locks. */
async function asOnlyTab(name: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(name, run)
  else await run()
}
