import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Message, Thread } from '#shared/contract/chat.ts'
import { type ThreadPage, threadsQuery } from './queries.ts'
import { addMessage, changeThreads, refreshThreads } from './threads.ts'

afterEach(() => vi.unstubAllGlobals())

const viewerId = 7

function message(id: number, body: string): Message {
  return {
    id,
    threadId: 1,
    senderId: viewerId,
    body,
    attachment: null,
    attachmentPhoto: null,
    clientId: `message-${id}`,
    createdAt: `2026-11-21T10:00:0${id}.000Z`,
    readAt: null,
  }
}

/** The fields that the list reads. */
const thread = (last: Message) =>
  ({ id: 1, messages: [last], lastMsgAt: last.createdAt, unreadCount: 0 }) as Partial<Thread> as Thread

test('[CHAT-LIVE-LIST] a list that was read before a message does not undo it', async () => {
  const client = new QueryClient()
  const [first, second] = [message(1, 'Hello'), message(2, 'Still for sale?')]
  const before: ThreadPage = { items: [thread(first)], total: 1, exact: true, nextCursor: null, ignored: [] }
  client.setQueryData(threadsQuery.queryKey, before)
  const lists = [[thread(first)], [thread(second)]]
  let reads = 0
  vi.stubGlobal('fetch', async () => {
    const list = lists[reads]
    reads += 1
    // The server has made the first list when the message is sent.
    if (reads === 1) changeThreads(client, (known) => addMessage(known, second, viewerId))
    return Response.json(list)
  })
  await refreshThreads(client)
  expect(client.getQueryData(threadsQuery.queryKey)?.items[0]?.messages[0]?.body).toBe('Still for sale?')
  expect(reads).toBe(2)
})
