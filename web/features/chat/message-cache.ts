import type { QueryClient } from '@tanstack/react-query'
import type { Message, OfferStatus } from '#shared/contract/chat.ts'
import { limits } from '#shared/limits.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { messagesQuery, pageSize } from './queries.ts'

/** The messages of a conversation that this tab has, oldest first. */
export type Messages = Message[]

/**
 * Messages that the user deleted for themselves while this page is open, with their conversation: a read that was under way does not bring
 * them back.
 */
const hidden = new Map<number, number>()

/** Number of messages of a conversation that were deleted here while the page was open. */
export const countHidden = (threadId: number) => [...hidden.values()].filter((id) => id === threadId).length

/**
 * Merges messages by id. A message that was read stays read and an offer that ended stays ended, whichever copy comes last: a response
 * may have been in transit while the other party read or answered.
 */
export function mergeMessages(known: Messages, more: Messages): Messages {
  if (more.length === 0) return known
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of more) {
    const { readAt, offer } = byId.get(message.id) ?? {}
    byId.set(message.id, {
      ...message,
      readAt: message.readAt ?? readAt ?? null,
      ...(message.offer?.status === 'PENDING' && offer && { offer }),
    })
  }
  return withoutDelivered([...byId.values()].filter(({ id }) => !hidden.has(id))).sort((a, b) => a.id - b.id)
}

/** A released message is a new message with the same client id: the held one is dropped. */
function withoutDelivered(messages: Messages): Messages {
  if (!messages.some(({ held }) => held)) return messages
  const nameOf = ({ senderId, clientId }: Message) => `${senderId} ${clientId}`
  const delivered = new Set(messages.filter(({ held }) => !held).map(nameOf))
  return messages.filter((message) => !message.held || !delivered.has(nameOf(message)))
}

/** Somebody read a conversation up to a message. */
export interface ReadReceipt {
  threadId: number
  readerId: number
  upTo: number
  readAt: string
}

/** Marks messages up to an id that `readerId` did not write as read. */
export function markRead(
  known: Messages,
  { readerId, upTo, readAt }: Omit<ReadReceipt, 'threadId'>,
): Messages {
  return known.map((message) =>
    message.id <= upTo && message.senderId !== readerId && !message.readAt ? { ...message, readAt } : message,
  )
}

/** Id up to which a person's messages were read: 0 for none. Reading one reads all before it. */
export function readUpTo(messages: Messages, senderId: number): number {
  return messages.findLast((message) => message.senderId === senderId && message.readAt)?.id ?? 0
}

/**
 * Id up to which all messages of a conversation were fetched. Messages from the socket, or from the response to sending, are shown at
 * once, but only a fetch of the list advances it, so that nothing in between is missed.
 */
const fetchedUpTo = new WeakMap<QueryClient, Map<number, number>>()

function fetchedUpToOf(client: QueryClient): Map<number, number> {
  const known = fetchedUpTo.get(client) ?? new Map<number, number>()
  fetchedUpTo.set(client, known)
  return known
}

const messagesOf = (client: QueryClient, threadId: number) =>
  client.getQueryData(messagesQuery(threadId).queryKey)

/** Adds messages to a loaded conversation; one that is not loaded reads them when it is opened. */
export function cacheMessages(client: QueryClient, threadId: number, more: Messages): void {
  const known = messagesOf(client, threadId)
  if (!known) return
  const read = fetchedUpToOf(client)
  if (!read.has(threadId)) read.set(threadId, known.at(-1)?.id ?? 0)
  client.setQueryData(messagesQuery(threadId).queryKey, mergeMessages(known, more))
}

export function cacheReadReceipt(client: QueryClient, { threadId, ...receipt }: ReadReceipt): void {
  change(client, threadId, (known) => markRead(known, receipt))
}

function change(client: QueryClient, threadId: number, work: (known: Messages) => Messages): void {
  client.setQueryData(messagesQuery(threadId).queryKey, (known) => known && work(known))
}

export function cacheOfferStatus(
  client: QueryClient,
  { threadId, messageId, status }: { threadId: number; messageId: number; status: OfferStatus },
): void {
  change(client, threadId, (known) =>
    known.map((message) =>
      message.id === messageId && message.offer
        ? { ...message, offer: { ...message.offer, status } }
        : message,
    ),
  )
}

/** Removes a message that the user deleted for themselves, also where it is quoted. */
export function cacheHidden(client: QueryClient, threadId: number, messageId: number): void {
  hidden.set(messageId, threadId)
  change(client, threadId, (known) =>
    known.map((message) =>
      message.replyTo?.id === messageId
        ? { ...message, replyTo: { ...message.replyTo, text: null } }
        : message,
    ),
  )
}

/** Reads by `catchUp` that have begun, and those that begin after them, by conversation. */
const underway = new Map<number, Promise<void>>()
const queued = new Map<number, Promise<void>>()

/** Reads the messages after the last one known without a gap. Calls during a read cause one more read after it. */
export function catchUp(client: QueryClient, threadId: number): Promise<void> {
  const before = underway.get(threadId)
  if (!before) {
    const read = readAfter(client, threadId).finally(() => underway.delete(threadId))
    underway.set(threadId, read)
    return read
  }
  const known = queued.get(threadId)
  if (known) return known
  const next = before
    .catch(() => undefined)
    .then(() => {
      queued.delete(threadId)
      return catchUp(client, threadId)
    })
  queued.set(threadId, next)
  return next
}

async function readAfter(client: QueryClient, threadId: number): Promise<void> {
  const query = messagesQuery(threadId)
  // A first page that is on its way may be older than the message that this read is for.
  if (client.getQueryState(query.queryKey)?.fetchStatus === 'fetching') await client.ensureQueryData(query)
  const known = messagesOf(client, threadId)
  if (!known) return
  const read = fetchedUpToOf(client)
  const after = read.get(threadId) ?? known.at(-1)?.id ?? 0
  if (after === 0) return refreshMessages(client, threadId)
  const limit = limits.page.max
  const fresh = await api('GET /api/threads/:id/messages', {
    params: { id: threadId },
    query: { after, limit },
  })
  cacheMessages(client, threadId, fresh)
  read.set(threadId, Math.max(read.get(threadId) ?? 0, fresh.at(-1)?.id ?? after))
  if (fresh.length >= limit) return readAfter(client, threadId)
}

/** Reads the newest page again, and everything between it and the loaded messages. */
export async function refreshMessages(client: QueryClient, threadId: number): Promise<void> {
  const known = messagesOf(client, threadId)
  if (!known) return readAfter(client, threadId)
  const read = fetchedUpToOf(client)
  const last = read.get(threadId) ?? known.at(-1)?.id ?? 0
  const newest = await newestPage(threadId)
  // Deleted on another device meanwhile.
  const first = newest.length < pageSize ? 0 : (newest[0]?.id ?? 0)
  const fetched = new Set(newest.map(({ id }) => id))
  for (const { id } of known) if (id > first && !fetched.has(id)) cacheHidden(client, threadId, id)
  const hasGap = newest.length >= pageSize && last > 0 && (newest[0]?.id ?? 0) > last
  cacheMessages(client, threadId, newest)
  if (hasGap) return readAfter(client, threadId)
  read.set(threadId, Math.max(read.get(threadId) ?? 0, newest.at(-1)?.id ?? 0))
}

/** Reads the page before the oldest loaded message; returns whether there may be more. */
export async function loadOlder(client: QueryClient, threadId: number): Promise<boolean> {
  const oldest = messagesOf(client, threadId)?.[0]
  if (!oldest) return false
  const query = { before: oldest.id, limit: pageSize }
  const older = await api('GET /api/threads/:id/messages', { params: { id: threadId }, query })
  cacheMessages(client, threadId, older)
  return older.length >= pageSize
}

/** Reads everything from a message to the oldest loaded one, in the largest pages, and shows it at once. */
export async function loadUntil(client: QueryClient, threadId: number, id: number): Promise<void> {
  const older: Messages = []
  for (let before = messagesOf(client, threadId)?.[0]?.id ?? 0; before > id; ) {
    const query = { before, limit: limits.page.max }
    const page = await api('GET /api/threads/:id/messages', { params: { id: threadId }, query })
    older.push(...page)
    before = page[0]?.id ?? 0
  }
  cacheMessages(client, threadId, older)
}

function newestPage(threadId: number): Promise<Messages> {
  return api('GET /api/threads/:id/messages', { params: { id: threadId }, query: { limit: pageSize } })
}

/** Tells the server that messages were read; once it has answered, marks them here, reads the unread count again, and returns what was marked. */
export async function sendReadReceipt(
  client: QueryClient,
  { threadId, readerId, upTo }: Omit<ReadReceipt, 'readAt'>,
): Promise<ReadReceipt> {
  await api('POST /api/threads/:id/read', { params: { id: threadId }, body: { upTo } })
  const receipt = { threadId, readerId, upTo, readAt: new Date().toISOString() }
  cacheReadReceipt(client, receipt)
  await client.invalidateQueries(apiQuery('GET /api/messages/unread-count'))
  return receipt
}
