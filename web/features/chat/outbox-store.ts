import type { Message } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import { outboxPrefix, storedKeys, storePrivate } from '#web/lib/private-storage.ts'
import { readStored } from '#web/lib/storage.ts'

export interface OutgoingMessage {
  clientId: string
  threadId: number
  body: string
  photo: Photo | null
  replyTo?: Message['replyTo']
  /** Of an offer, in kobo; `body` says the same. */
  offer?: number | undefined
  /** Milliseconds since the epoch, on this device. */
  writtenAt: number
  /** Refused by the server: the user must retry or delete it. */
  failed?: boolean
  problem?: string | undefined
}

/** Messages that storage refused (private windows, full disks); lost when the page unloads. */
const unstored = new Map<string, string>()

/**
 * The unsent messages on this device, oldest first. Each has its own storage key, so several tabs can add and remove without
 * overwriting each other. What else is unsent (a confirmation at a meeting, a mark of a listing) has no client id and is left out.
 */
export function readOutbox(userId: number): OutgoingMessage[] {
  const start = outboxPrefix(userId)
  const texts = new Map<string, string>()
  for (const key of storedKeys(start)) texts.set(key, readStored(key) ?? '')
  // Later than what is stored under the same key: a full disk refused the change.
  for (const [key, text] of unstored) if (key.startsWith(start)) texts.set(key, text)
  return [...texts.values()]
    .flatMap((text) => parseOutgoing(text) ?? [])
    .sort((a, b) => a.writtenAt - b.writtenAt || a.clientId.localeCompare(b.clientId))
}

/** An unsent message from its stored text; undefined for anything else that is unsent. */
export function parseOutgoing(text: string): OutgoingMessage | undefined {
  try {
    const message = JSON.parse(text) as OutgoingMessage
    return message.clientId && message.threadId ? message : undefined
  } catch {
    return undefined
  }
}

export function saveOutgoing(userId: number, message: OutgoingMessage): void {
  const key = outboxPrefix(userId) + message.clientId
  const text = JSON.stringify(message)
  if (storePrivate(key, text)) unstored.delete(key)
  else unstored.set(key, text)
}

export function removeOutgoing(userId: number, clientId: string): void {
  const key = outboxPrefix(userId) + clientId
  unstored.delete(key)
  storePrivate(key, null)
}

/** Whether a storage event concerns this user's outbox. */
export function isOutboxKey(userId: number, key: string | null): boolean {
  return key === null || key.startsWith(outboxPrefix(userId))
}

/** A timestamp after those that wait: of messages of the same millisecond, or from before the clock was set back. */
export function nextMoment(userId: number): number {
  return Math.max(Date.now(), (readOutbox(userId).at(-1)?.writtenAt ?? 0) + 1)
}
