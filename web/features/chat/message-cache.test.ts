import { expect, test } from 'vitest'
import type { Message } from '#shared/contract/chat.ts'
import { mergeMessages } from './message-cache.ts'

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
