import { expect, test } from 'vitest'
import type { Message } from '#shared/contract/chat.ts'
import { markRead, mergeMessages, readUpTo } from './message-cache.ts'
import { isEmojiOnly, toItems } from './message-items.ts'
import type { OutgoingMessage } from './outbox-store.ts'

const me = 1
const other = 2

function message(id: number, fields: Partial<Message> = {}): Message {
  return {
    id,
    threadId: 7,
    senderId: me,
    body: `message ${id}`,
    attachment: null,
    attachmentPhoto: null,
    clientId: `client-${id}`,
    createdAt: new Date(Date.UTC(2026, 10, 21, 12, id)).toISOString(),
    readAt: null,
    ...fields,
  }
}

function outgoing(clientId: string, fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    clientId,
    threadId: 7,
    body: clientId,
    photo: null,
    writtenAt: Date.UTC(2026, 10, 21, 13),
    ...fields,
  }
}

const ids = (messages: Message[]) => messages.map(({ id }) => id)

test('[CHAT-ORDER] messages are merged by id, in the order of the server', () => {
  expect(ids(mergeMessages([message(3), message(5)], [message(4), message(5), message(1)]))).toEqual([
    1, 3, 4, 5,
  ])
})

test('[CHAT-READ] a message that was read stays read, whichever copy came last', () => {
  const readAt = '2026-11-21T12:30:00Z'
  expect(mergeMessages([message(3, { readAt })], [message(3)])[0]?.readAt).toBe(readAt)
  expect(mergeMessages([message(3)], [message(3, { readAt })])[0]?.readAt).toBe(readAt)
})

test('[CHAT-READ] reading marks what the reader did not write, up to a message', () => {
  const known = [message(1), message(2, { senderId: other }), message(3), message(4)]
  const after = markRead(known, { readerId: other, upTo: 3, readAt: '2026-11-21T12:30:00Z' })
  expect(after.map(({ readAt }) => readAt !== null)).toEqual([true, false, true, false])
  expect(readUpTo(after, me)).toBe(3)
  expect(readUpTo(after, other)).toBe(0)
})

test('[CHAT-TWO-TABS] what is on its way stands at the end, and once only when the server has it', () => {
  const items = toItems(
    [message(1), message(2)],
    [outgoing('client-2'), outgoing('new'), outgoing('bad', { failed: true })],
    {
      viewerId: me,
      readUpTo: 1,
    },
  )
  expect(items.map(({ key, state }) => [key, state])).toEqual([
    ['client-1', 'read'],
    ['client-2', 'sent'],
    ['new', 'sending'],
    ['bad', 'failed'],
  ])
})

test('[CHAT-DAYS] days begin, and messages of one person within minutes stand together', () => {
  const yesterday = '2026-11-20T12:00:00Z'
  const items = toItems(
    [message(1, { createdAt: yesterday }), message(2), message(3), message(4, { senderId: other })],
    [],
    { viewerId: me, readUpTo: 0 },
  )
  expect(items.map(({ startsDay }) => startsDay)).toEqual([true, true, false, false])
  expect(items.map(({ joinsAbove }) => joinsAbove)).toEqual([false, false, true, false])
  expect(items.map(({ joinsBelow }) => joinsBelow)).toEqual([false, true, false, false])
})

test('a few emoji alone are large; digits and words are not', () => {
  expect(['👍', '🇳🇬', '👩🏾‍🌾 🎉'].map(isEmojiOnly)).toEqual([true, true, true])
  expect(['12', '*', 'ok 👍', '', '   '].map(isEmojiOnly)).toEqual([false, false, false, false, false])
})

test('[OFFER-MESSAGE] a later offer ends the one before it, also before the event of the server arrives', () => {
  const offer = { price: 100, status: 'PENDING' } as const
  const items = toItems(
    [
      message(1, { offer }),
      message(2, { offer }),
      message(3, { offer, senderId: other }),
      message(4, { body: 'Hello' }),
    ],
    [outgoing('client-9', { offer: 200 })],
    { viewerId: me, readUpTo: 0 },
  )
  expect(items.map((item) => item.offer?.status)).toEqual([
    'WITHDRAWN',
    'COUNTERED',
    'PENDING',
    undefined,
    'PENDING',
  ])
})
