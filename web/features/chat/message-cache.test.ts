import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Message } from '#shared/contract/chat.ts'
import { catchUp, mergeMessages, refreshMessages } from './message-cache.ts'
import { messagesQuery } from './queries.ts'

function message(id: number, fields: Partial<Message> = {}): Message {
  return {
    id,
    threadId: 1,
    senderId: 7,
    body: 'Hello',
    attachment: null,
    attachmentPhoto: null,
    clientId: `message-${id}`,
    createdAt: '2026-11-21T10:00:00.000Z',
    readAt: null,
    ...fields,
  }
}

test('[ABUSE-MESSAGES] a message that was held back gives way to the one that is delivered', () => {
  const waiting = message(5, { clientId: 'advert', held: 'WAITING' })
  const known = mergeMessages([message(4), waiting], [message(6)])
  expect(known.map(({ id }) => id)).toEqual([4, 5, 6])
  expect(mergeMessages(known, [message(5, { clientId: 'advert', held: 'REFUSED' })])[1]?.held).toBe('REFUSED')
  const delivered = mergeMessages(known, [message(7, { clientId: 'advert' })])
  expect(delivered.map(({ id }) => id)).toEqual([4, 6, 7])
  // Another user's device may generate the same client id.
  expect(mergeMessages(known, [message(8, { clientId: 'advert', senderId: 9 })]).map(({ id }) => id)).toEqual(
    [4, 5, 6, 8],
  )
})

test('catching up reads all messages that were missed, page by page', async () => {
  const client = new QueryClient()
  const { queryKey } = messagesQuery(1)
  client.setQueryData(queryKey, [message(1)])
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://localhost').searchParams
    const [after, limit] = [Number(query.get('after')), Number(query.get('limit') ?? 1000)]
    const rest = Math.min(limit, 1500 - after)
    return Response.json(Array.from({ length: rest }, (_, index) => message(after + index + 1)))
  })
  await catchUp(client, 1)
  vi.unstubAllGlobals()
  expect(client.getQueryData(queryKey)).toHaveLength(1500)
})

test('events during a read cause one more read, however many they are', async () => {
  const client = new QueryClient()
  client.setQueryData(messagesQuery(1).queryKey, [message(1)])
  let answer = () => {}
  const first = new Promise<void>((resolve) => {
    answer = resolve
  })
  let reads = 0
  vi.stubGlobal('fetch', async () => {
    reads += 1
    await first
    return Response.json([])
  })
  const all = Array.from({ length: 5 }, () => catchUp(client, 1))
  answer()
  await Promise.all(all)
  vi.unstubAllGlobals()
  expect(reads).toBe(2)
})

test('[OFFER-ANSWER] an offer that ended stays ended when an older response comes last', () => {
  const pending = message(5, { offer: { price: 2_000_000, status: 'PENDING' } })
  const accepted = message(5, { offer: { price: 2_000_000, status: 'ACCEPTED' } })
  expect(mergeMessages([accepted], [pending])[0]?.offer?.status).toBe('ACCEPTED')
  expect(mergeMessages([pending], [accepted])[0]?.offer?.status).toBe('ACCEPTED')
})

test('[CHAT-DELETE] what was deleted on another device is gone, also when it was the oldest', async () => {
  const client = new QueryClient()
  const { queryKey } = messagesQuery(2)
  client.setQueryData(queryKey, [message(31), message(32), message(33)])
  vi.stubGlobal('fetch', async () => Response.json([message(32), message(33)]))
  await refreshMessages(client, 2)
  vi.unstubAllGlobals()
  expect(client.getQueryData(queryKey)?.map(({ id }) => id)).toEqual([32, 33])
})
