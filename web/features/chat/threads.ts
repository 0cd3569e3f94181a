import type { QueryClient } from '@tanstack/react-query'
import type { Message, Thread } from '#shared/contract/chat.ts'
import { api, get } from '#web/lib/api.ts'
import { readPage } from '#web/lib/query-client.ts'
import { markRead, type ReadReceipt } from './message-cache.ts'
import { type ThreadPage, threadQuery, threadsQuery } from './queries.ts'

export function otherParty(thread: Thread, viewerId: number): Thread['buyer'] {
  return thread.seller.id === viewerId ? thread.buyer : thread.seller
}

/** Last active first, as on the server. */
function inOrder(threads: Thread[]): Thread[] {
  return [...threads].sort((a, b) => Date.parse(b.lastMsgAt) - Date.parse(a.lastMsgAt) || b.id - a.id)
}

function mergeThreads(known: ThreadPage | undefined, fresh: Thread[], page?: ThreadPage): ThreadPage {
  const byId = new Map((known?.items ?? []).map((thread) => [thread.id, thread]))
  for (const thread of fresh) byId.set(thread.id, thread)
  const base = page ?? known ?? { total: 0, exact: true, nextCursor: null, ignored: [], items: [] }
  return { ...base, items: inOrder([...byId.values()]) }
}

/** The list after a message: its conversation moves to the top, and counts it as unread if the other party wrote it. */
export function addMessage(known: ThreadPage, message: Message, viewerId: number): ThreadPage {
  // Only its sender sees a held message: it moves nothing.
  if (message.held) return known
  const thread = known.items.find(({ id }) => id === message.threadId)
  const last = thread?.messages[0]
  if (!thread || (last && last.id >= message.id)) return known
  const isUnread = message.senderId !== viewerId && !message.readAt
  const changed = {
    ...thread,
    messages: [message],
    lastMsgAt: message.createdAt,
    unreadCount: thread.unreadCount + (isUnread ? 1 : 0),
  }
  return mergeThreads(known, [changed])
}

/** The list after someone read a conversation up to a message. */
export function markThreadRead(known: ThreadPage, receipt: ReadReceipt, viewerId: number): ThreadPage {
  const items = known.items.map((thread) => {
    if (thread.id !== receipt.threadId) return thread
    const messages = markRead(thread.messages, receipt)
    const all = receipt.readerId === viewerId && (messages[0]?.id ?? 0) <= receipt.upTo
    return { ...thread, messages, unreadCount: all ? 0 : thread.unreadCount }
  })
  return { ...known, items }
}

export function changeThreads(client: QueryClient, change: (known: ThreadPage) => ThreadPage): void {
  client.setQueryData(threadsQuery.queryKey, (known) => known && change(known))
}

/** Attempts after which an answer is taken although events changed the list meanwhile. */
const maxReads = 3

/** The answer of a read during which no event changed the list: an answer that is older than an event would undo it. */
async function readUndisturbed<T>(client: QueryClient, read: () => Promise<T>): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    const before = client.getQueryData(threadsQuery.queryKey)
    const answer = await read()
    if (reads === maxReads || client.getQueryData(threadsQuery.queryKey) === before) return answer
  }
}

/** Reads the first hundred again, and the open one where it is not among them; other older ones stay. */
export async function refreshThreads(client: QueryClient, open: number | null = null): Promise<void> {
  const fresh = readPage<Thread>(await readUndisturbed(client, () => get('/api/threads')))
  client.setQueryData(threadsQuery.queryKey, (known) => {
    const hasOlder = known && known.items.length > fresh.items.length && fresh.nextCursor !== null
    return mergeThreads(known, fresh.items, hasOlder ? known : fresh)
  })
  if (open !== null && !fresh.items.some(({ id }) => id === open)) await refreshThread(client, open)
}

export async function loadOlderThreads(client: QueryClient): Promise<void> {
  const cursor = client.getQueryData(threadsQuery.queryKey)?.nextCursor
  if (!cursor) return
  const older = readPage<Thread>(await get(`/api/threads?${new URLSearchParams({ cursor })}`))
  changeThreads(client, (known) => mergeThreads(known, older.items, older))
}

/** Reads one conversation again: whether the user may write, and the state of the listing. */
export async function refreshThread(client: QueryClient, id: number): Promise<void> {
  const thread = await readUndisturbed(client, () => api('GET /api/threads/:id', { params: { id } }))
  client.setQueryData(threadQuery(id).queryKey, thread)
  changeThreads(client, (known) => mergeThreads(known, [thread]))
}
