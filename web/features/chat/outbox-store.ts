import type { Photo } from '#shared/contract/common.ts'
import { keepPrivate } from '#web/lib/private-storage.ts'
import { outboxPrefix } from './outbox-keys.ts'

/** A message that the server has not confirmed yet. */
export interface OutgoingMessage {
  clientId: string
  threadId: number
  body: string
  /** A picture that is uploaded already; with its measures, so that it is shown as it will be. */
  photo: Photo | null
  /** Milliseconds since the epoch, on this device. */
  writtenAt: number
  /** Refused: it waits for a person, who retries or deletes it. */
  failed?: boolean
  /** Why it was refused, in a sentence. */
  problem?: string | undefined
}

/** What storage refuses (private windows, full disks) is kept until the page goes. */
const unstored = new Map<string, string>()

/**
 * The messages on their way, the oldest first, on this device. Each has a key of its own, so that several tabs add and
 * remove without overwriting each other.
 */
export function readOutbox(userId: number): OutgoingMessage[] {
  const start = outboxPrefix(userId)
  const texts = new Map([...unstored].filter(([key]) => key.startsWith(start)))
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(start)) texts.set(key, localStorage.getItem(key) ?? '')
    }
  } catch {
    // Only what could not be stored.
  }
  return [...texts.values()]
    .flatMap(parse)
    .sort((a, b) => a.writtenAt - b.writtenAt || a.clientId.localeCompare(b.clientId))
}

function parse(text: string): OutgoingMessage[] {
  try {
    const message = JSON.parse(text) as OutgoingMessage
    return message.clientId && message.threadId ? [message] : []
  } catch {
    return []
  }
}

export function keepOutgoing(userId: number, message: OutgoingMessage): void {
  const key = outboxPrefix(userId) + message.clientId
  const text = JSON.stringify(message)
  try {
    keepPrivate(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
}

export function dropOutgoing(userId: number, clientId: string): void {
  const key = outboxPrefix(userId) + clientId
  unstored.delete(key)
  try {
    keepPrivate(key, null)
  } catch {
    // It was not stored.
  }
}

/** Whether a change of storage in another tab is one of this user's outbox. */
export function isOutboxKey(userId: number, key: string | null): boolean {
  return key === null || key.startsWith(outboxPrefix(userId))
}

let lastWritten = 0

/** A moment for the order of messages that were written in the same millisecond, or while the clock was set back. */
export function nextMoment(now: number): number {
  lastWritten = Math.max(now, lastWritten + 1)
  return lastWritten
}
