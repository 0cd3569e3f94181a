import type { QueryClient } from '@tanstack/react-query'
import type { Message } from '#shared/contract/chat.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { messagesQuery, pageSize } from './queries.ts'

/** The messages of a conversation that this tab knows, the oldest first. */
export type Messages = Message[]

/**
 * Puts messages together, by id. A message that was read stays read, whichever copy came last: an answer may have been
 * on its way while the other party read.
 */
export function mergeMessages(known: Messages, more: Messages): Messages {
  if (more.length === 0) return known
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of more) {
    const before = byId.get(message.id)
    byId.set(message.id, before?.readAt && !message.readAt ? { ...message, readAt: before.readAt } : message)
  }
  return withoutDelivered([...byId.values()]).sort((a, b) => a.id - b.id)
}

/** What was held back and is delivered now is another message of the same name: the first one goes. */
function withoutDelivered(messages: Messages): Messages {
  if (!messages.some(({ held }) => held)) return messages
  const nameOf = ({ senderId, clientId }: Message) => `${senderId} ${clientId}`
  const delivered = new Set(messages.filter(({ held }) => !held).map(nameOf))
  return messages.filter((message) => !message.held || !delivered.has(nameOf(message)))
}

/** What `readerId` did not write, up to a message, is read now. */
export function markRead(known: Messages, readerId: number, upTo: number, readAt: string): Messages {
  return known.map((message) =>
    message.id <= upTo && message.senderId !== readerId && !message.readAt ? { ...message, readAt } : message,
  )
}

/** The id up to which a person's messages were read: 0 for none. Reading one reads all before it. */
export function readUpTo(messages: Messages, senderId: number): number {
  return messages.findLast((message) => message.senderId === senderId && message.readAt)?.id ?? 0
}

/**
 * Up to which message a conversation was read without a gap. What the socket or an answer to sending brings is shown at
 * once, but only a read of the list moves this on: so that nothing between is missed.
 */
const gapless = new WeakMap<QueryClient, Map<number, number>>()

function gaplessOf(client: QueryClient): Map<number, number> {
  const known = gapless.get(client) ?? new Map<number, number>()
  gapless.set(client, known)
  return known
}

const messagesOf = (client: QueryClient, threadId: number) =>
  client.getQueryData<Messages>(messagesQuery(threadId).queryKey)

/** Shows messages of a conversation that is loaded; one that is not will read them when it is opened. */
export function showMessages(client: QueryClient, threadId: number, more: Messages): void {
  const known = messagesOf(client, threadId)
  if (!known) return
  const read = gaplessOf(client)
  if (!read.has(threadId)) read.set(threadId, known.at(-1)?.id ?? 0)
  client.setQueryData<Messages>(messagesQuery(threadId).queryKey, mergeMessages(known, more))
}

export function showRead(
  client: QueryClient,
  threadId: number,
  ...[readerId, upTo, readAt]: [number, number, string]
): void {
  client.setQueryData<Messages>(
    messagesQuery(threadId).queryKey,
    (known) => known && markRead(known, readerId, upTo, readAt),
  )
}

const underway = new Map<number, Promise<void>>()

/** Reads what came after the last message that is known for certain. Calls during a read make one more read after it. */
export function catchUp(client: QueryClient, threadId: number): Promise<void> {
  const before = underway.get(threadId) ?? Promise.resolve()
  const next = before
    .catch(() => undefined)
    .then(() => readAfter(client, threadId))
    .finally(() => {
      if (underway.get(threadId) === next) underway.delete(threadId)
    })
  underway.set(threadId, next)
  return next
}

async function readAfter(client: QueryClient, threadId: number): Promise<void> {
  const known = messagesOf(client, threadId)
  if (!known) return
  const read = gaplessOf(client)
  const after = read.get(threadId) ?? known.at(-1)?.id ?? 0
  if (after === 0) return refresh(client, threadId)
  const fresh = await api('GET /api/threads/:id/messages', { params: { id: threadId }, query: { after } })
  showMessages(client, threadId, fresh)
  read.set(threadId, Math.max(read.get(threadId) ?? 0, fresh.at(-1)?.id ?? after))
}

/** Reads the newest page again, with what was read of it meanwhile, and everything between it and what is known. */
export async function refresh(client: QueryClient, threadId: number): Promise<void> {
  const known = messagesOf(client, threadId)
  if (!known) return
  const read = gaplessOf(client)
  const last = read.get(threadId) ?? known.at(-1)?.id ?? 0
  const newest = await newestPage(threadId)
  const hasGap = newest.length >= pageSize && last > 0 && (newest[0]?.id ?? 0) > last
  showMessages(client, threadId, newest)
  if (hasGap) return readAfter(client, threadId)
  read.set(threadId, Math.max(read.get(threadId) ?? 0, newest.at(-1)?.id ?? 0))
}

/** Reads the page before the oldest known message; answers whether there may be more. */
export async function loadOlder(client: QueryClient, threadId: number): Promise<boolean> {
  const oldest = messagesOf(client, threadId)?.[0]
  if (!oldest) return false
  const query = { before: oldest.id, limit: pageSize }
  const older = await api('GET /api/threads/:id/messages', { params: { id: threadId }, query })
  showMessages(client, threadId, older)
  return older.length >= pageSize
}

function newestPage(threadId: number): Promise<Messages> {
  return api('GET /api/threads/:id/messages', { params: { id: threadId }, query: { limit: pageSize } })
}

/** Marks what the other party wrote as read, here at once and on the server. */
export async function sayRead(
  client: QueryClient,
  { threadId, readerId, upTo }: { threadId: number; readerId: number; upTo: number },
): Promise<void> {
  await api('POST /api/threads/:id/read', { params: { id: threadId }, body: { upTo } })
  showRead(client, threadId, readerId, upTo, new Date().toISOString())
  await client.invalidateQueries(apiQuery('GET /api/messages/unread-count'))
}
