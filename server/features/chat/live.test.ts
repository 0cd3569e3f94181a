import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { appealToken } from '#server/core/mail/signed-links.ts'
import { hashPassword } from '#server/core/session/password.ts'
import type { Message } from '#shared/contract/chat.ts'
import { appeal } from '#tests/support/appeals.ts'
import { insertListing } from '#tests/support/listings.ts'
import { insertReport } from '#tests/support/reports.ts'
import {
  closeSockets,
  connectSocket,
  emitWithAck,
  record,
  settle,
  waitForEvent,
} from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { writeMessage } from './messages.db.ts'

let t: TestApp
let origin: string
let ada: TestUser
let bola: TestUser
let stranger: TestUser
beforeAll(async () => {
  t = await startTestApp()
  origin = await t.listen()
  ada = await t.user()
  bola = await t.user()
  stranger = await t.user({ role: 'ADMIN' })
})
afterEach(closeSockets)
afterAll(() => t.close())

async function newThread(): Promise<number> {
  const listingId = await insertListing(t, ada)
  return (await bola.api('POST /api/threads', { body: { listingId } })).id
}
const send = (sender: TestUser, id: number, body: string, clientId?: string) =>
  sender.api('POST /api/threads/:id/messages', { params: { id }, body: { body, clientId } })
const read = (reader: TestUser, id: number, after?: number) =>
  reader.api('GET /api/threads/:id/messages', { params: { id }, query: { limit: 100, after } })

test('[CALL-SOCKET] [MAY-CHAT] join_thread lets the parties in, nobody else', async () => {
  const id = await newThread()
  await send(bola, id, 'Hello')
  const answers = await Promise.all(
    [ada.cookie, bola.cookie, stranger.cookie, undefined].map(async (cookie) =>
      emitWithAck(await connectSocket(origin, cookie), 'join_thread', id),
    ),
  )
  expect(answers).toEqual([
    { ok: true },
    { ok: true },
    { ok: false, code: 'NOT_FOUND', detail: 'There is no such conversation.' },
    { ok: false, code: 'UNAUTHENTICATED', detail: 'Please log in to chat.' },
  ])
})

test('[STATE-CHAT] [CALL-SOCKET] new_message reaches every tab of both once, joined or not, and nobody else', async () => {
  const id = await newThread()
  const tabs = await Promise.all([ada, ada, bola, bola].map(({ cookie }) => connectSocket(origin, cookie)))
  const others = [await connectSocket(origin, stranger.cookie), await connectSocket(origin)]
  await emitWithAck(tabs[0] as never, 'join_thread', id)
  await emitWithAck(tabs[2] as never, 'join_thread', id)
  for (const other of others) await emitWithAck(other, 'join_thread', id)
  const received = tabs.map((tab) => record(tab, 'new_message'))
  const leaked = others.flatMap((other) => [record(other, 'new_message'), record(other, 'threads_changed')])

  const message = await send(bola, id, 'Is it available?', 'device-1-00001')
  // Sent again: the existing message is returned, and no event is sent.
  await send(bola, id, 'Is it available?', 'device-1-00001')
  await Promise.all([...tabs, ...others].map(settle))
  for (const events of received) expect(events).toEqual([{ threadId: id, message }])
  for (const events of leaked) expect(events).toEqual([])
})

test('[CHAT-REPLY] the event of an answer has no words of a message that its reader deleted', async () => {
  const id = await newThread()
  const quoted = await send(bola, id, 'I live at 3 Allen Avenue')
  await ada.api('DELETE /api/messages/:id', { params: { id: quoted.id } })
  const received = [
    waitForEvent(await connectSocket(origin, ada.cookie), 'new_message'),
    waitForEvent(await connectSocket(origin, bola.cookie), 'new_message'),
  ]
  await bola.api('POST /api/threads/:id/messages', {
    params: { id },
    body: { body: 'This is the address', replyTo: quoted.id },
  })
  const texts = (await Promise.all(received)).map(({ message }) => message.replyTo?.text)
  expect(texts).toEqual([null, 'I live at 3 Allen Avenue'])
  // Nor does an answer quote a message that its own writer deleted, or one of another conversation.
  const elsewhere = await send(bola, await newThread(), 'Pay into 0123456789')
  for (const replyTo of [quoted.id, elsewhere.id]) {
    const body = { body: 'So?', replyTo }
    const answer = await ada.api('POST /api/threads/:id/messages', { params: { id }, body })
    expect(answer.replyTo ?? null).toBeNull()
  }
})

test('[CHAT-LIVE-LIST] a new conversation reaches every tab of who began it, once; the seller hears of its first message', async () => {
  const listingId = await insertListing(t, ada)
  const tabs = await Promise.all([bola, ada].map(({ cookie }) => connectSocket(origin, cookie)))
  const lists = tabs.map((tab) => record(tab, 'threads_changed'))
  for (const _ of ['new', 'known']) await bola.api('POST /api/threads', { body: { listingId } })
  await Promise.all(tabs.map(settle))
  expect(lists.map(({ length }) => length)).toEqual([1, 0])
})

test('[CHAT-DELETE] every tab of who deleted a message hears of it, nobody else does', async () => {
  const id = await newThread()
  const { id: messageId } = await send(bola, id, 'I live at 3 Allen Avenue')
  const tabs = await Promise.all([ada, bola].map(({ cookie }) => connectSocket(origin, cookie)))
  const hidden = tabs.map((tab) => record(tab, 'message_hidden'))
  const lists = tabs.map((tab) => record(tab, 'threads_changed'))
  await ada.api('DELETE /api/messages/:id', { params: { id: messageId } })
  await Promise.all(tabs.map(settle))
  expect(hidden).toEqual([[{ threadId: id, messageId }], []])
  expect(lists.map(({ length }) => length)).toEqual([1, 0])
})

test('[OFFER-ANSWER] the answer to an offer reaches every tab of both, as its status and as a message', async () => {
  const id = await newThread()
  const { id: messageId } = await bola.api('POST /api/threads/:id/messages', {
    params: { id },
    body: { offer: 100 },
  })
  const tabs = await Promise.all([ada, bola].map(({ cookie }) => connectSocket(origin, cookie)))
  const changed = tabs.map((tab) => record(tab, 'offer_changed'))
  const received = tabs.map((tab) => record(tab, 'new_message'))
  for (const _ of ['first', 'repeated'])
    await ada.api('PATCH /api/messages/:id/offer', {
      params: { id: messageId },
      body: { status: 'ACCEPTED' },
    })
  await Promise.all(tabs.map(settle))
  for (const events of changed) expect(events).toEqual([{ threadId: id, messageId, status: 'ACCEPTED' }])
  for (const events of received)
    expect(events.map(({ message }) => [message.senderId, message.replyTo?.id])).toEqual([
      [ada.id, messageId],
    ])
})

test('[CHAT-CLOSED] both parties get an event when the listing is sold, and when an administrator deletes it', async () => {
  const listingId = await insertListing(t, ada)
  await bola.api('POST /api/threads', { body: { listingId } })
  const tabs = await Promise.all([ada, bola, stranger].map(({ cookie }) => connectSocket(origin, cookie)))
  const visitor = await connectSocket(origin)
  await emitWithAck(visitor, 'join_listing', listingId)
  const received = tabs.map((tab) => record(tab, 'threads_changed'))
  const seen = record(visitor, 'listing_changed')
  const counts = async () => {
    await Promise.all([...tabs, visitor].map(settle))
    return [...received.map((events) => events.length), seen.length]
  }
  await ada.api('PATCH /api/listings/:id', { params: { id: listingId }, body: { status: 'SOLD' } })
  expect(await counts()).toEqual([1, 1, 0, 1])
  await stranger.api('DELETE /api/admin/listings/:id', { params: { id: listingId }, body: {} })
  expect(await counts()).toEqual([2, 2, 0, 2])
})

test('[CHAT-CLOSED] who talks with somebody gets an event when that account leaves or is banned, and when it is back', async () => {
  const [seller, decider] = [await t.user(), await t.user({ role: 'ADMIN' })]
  const password = 'a good password'
  const values = { password_hash: await hashPassword(password) }
  await t.db.updateTable('users').set(values).where('id', '=', seller.id).execute()
  const listingId = await insertListing(t, seller)
  await bola.api('POST /api/threads', { body: { listingId } })
  const tabs = await Promise.all([bola, ada].map(({ cookie }) => connectSocket(origin, cookie)))
  const received = tabs.map((tab) => record(tab, 'threads_changed'))
  const account = { params: { id: seller.id }, body: {} }
  const target = { targetType: 'USER', targetId: seller.id } as const
  const acts: (() => Promise<unknown>)[] = [
    () => seller.api('POST /api/settings/deletion', { body: { password } }),
    () => seller.api('DELETE /api/settings/deletion'),
    () => stranger.api('POST /api/admin/users/:id/ban', account),
    () => stranger.api('POST /api/admin/users/:id/unban', account),
    () => stranger.api('POST /api/admin/cases/settle', { body: { cases: [target], action: 'BAN' } }),
    async () => {
      const params = { id: await appealBan(seller) }
      const body = { outcome: 'OVERTURNED', answer: 'It was somebody else.' } as const
      await decider.api('PATCH /api/admin/appeals/:id', { params, body })
    },
  ]
  await insertReport(t, target, 'Rude')
  for (const [done, act] of acts.entries()) {
    await act()
    await Promise.all(tabs.map(settle))
    expect(received.map(({ length }) => length)).toEqual([done + 1, 0])
  }
})

/** Appeals a user's last ban; returns the appeal's id. */
async function appealBan({ id }: TestUser): Promise<number> {
  const ban = await t.db
    .selectFrom('moderation_acts')
    .select('id')
    .where('target_id', '=', id)
    .where('action', '=', 'BAN')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await appeal(t, await appealToken(t.env, ban.id))
  const found = t.db.selectFrom('appeals').select('id').where('act_id', '=', ban.id)
  return (await found.executeTakeFirstOrThrow()).id
}

test('[CHAT-READ] both get one event when messages were read', async () => {
  const id = await newThread()
  const first = await send(bola, id, 'One')
  const [adas, bolas] = [await connectSocket(origin, ada.cookie), await connectSocket(origin, bola.cookie)]
  const events = [record(adas, 'messages_read'), record(bolas, 'messages_read')]
  const mark = () => ada.api('POST /api/threads/:id/read', { params: { id }, body: { upTo: first.id + 50 } })
  await mark()
  await mark()
  await Promise.all([settle(adas), settle(bolas)])
  const readAt = (await read(ada, id))[0]?.readAt
  expect(readAt).toBeTruthy()
  for (const event of events)
    expect(event).toEqual([{ threadId: id, readerId: ada.id, upTo: first.id, readAt }])
})

test('[CHAT-TYPING] the other party of a joined conversation gets typing events, throttled by person and conversation, and not across a block', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const [id, other] = [await newThread(), await newThread()]
  const [adas, bolas] = [await connectSocket(origin, ada.cookie), await connectSocket(origin, bola.cookie)]
  expect(await emitWithAck(bolas, 'typing', id)).toMatchObject({ ok: false, code: 'NOT_FOUND' })
  for (const socket of [adas, bolas])
    for (const thread of [id, other]) await emitWithAck(socket, 'join_thread', thread)
  const [toAda, toBola] = [record(adas, 'typing'), record(bolas, 'typing')]
  for (let count = 0; count < 5; count += 1)
    expect(await emitWithAck(bolas, 'typing', id)).toEqual({ ok: true })
  await settle(adas)
  expect(toAda.splice(0)).toEqual([{ threadId: id, userId: bola.id }])
  expect(toBola).toEqual([])
  await emitWithAck(bolas, 'typing', other)
  await emitWithAck(adas, 'typing', id)
  now += 1500
  await emitWithAck(bolas, 'typing', id)
  await Promise.all([adas, bolas].map(settle))
  expect(toAda.splice(0).map(({ threadId }) => threadId)).toEqual([other, id])
  expect(toBola.splice(0)).toEqual([{ threadId: id, userId: ada.id }])

  now += 1500
  await t.db.insertInto('blocks').values({ blocker_id: bola.id, blocked_id: ada.id }).execute()
  expect(await emitWithAck(adas, 'typing', id)).toEqual({ ok: true })
  await settle(bolas)
  expect(toBola).toEqual([])
  await t.db.deleteFrom('blocks').execute()
})

test('[CALL-SOCKET] after leave_thread one’s own tabs still get message events, but no typing events', async () => {
  const id = await newThread()
  await send(bola, id, 'Hello')
  const [adas, bolas] = [await connectSocket(origin, ada.cookie), await connectSocket(origin, bola.cookie)]
  await emitWithAck(bolas, 'join_thread', id)
  await emitWithAck(adas, 'join_thread', id)
  await emitWithAck(adas, 'leave_thread', id)
  const typing = record(adas, 'typing')
  await emitWithAck(bolas, 'typing', id)
  const received = waitForEvent(adas, 'new_message')
  await send(bola, id, 'Still there?')
  expect((await received).message.body).toBe('Still there?')
  expect(typing).toEqual([])
})

test('[CHAT-ORDER] [OVERLOAD-TURNS] many write at once, some refused and sent again: both read the same order, nothing is lost, nothing is there twice', async () => {
  const id = await newThread()
  const { id: first } = await send(bola, id, 'Hello')
  const readers = await Promise.all([ada, bola].map(({ cookie }) => connectSocket(origin, cookie)))
  for (const reader of readers) await emitWithAck(reader, 'join_thread', id)
  const received = readers.map((reader) => record(reader, 'new_message'))

  // A reader that pages by its last id during writes would miss an out-of-order commit for good.
  const followed: Message[] = []
  let writing = true
  const following = (async () => {
    for (let last = first; ; ) {
      const done = !writing
      const fresh = await read(ada, id, last)
      followed.push(...fresh)
      last = fresh.at(-1)?.id ?? last
      if (done && fresh.length === 0) return
    }
  })()
  const drafts = Array.from({ length: 80 }, (_, index) => ({
    sender: index % 2 ? ada : bola,
    body: `Number ${index}`,
    clientId: `device-${index % 4}-${index}`,
  }))
  // Each is sent twice, as after a lost response, and again if the queue was full.
  const sent: Message[] = []
  const refused: unknown[] = []
  const sendAll = async () => {
    for (let remaining = [...drafts, ...drafts]; remaining.length > 0; ) {
      const attempts = remaining.map(({ sender, body, clientId }) => send(sender, id, body, clientId))
      const answers = await Promise.allSettled(attempts)
      sent.push(...answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
      refused.push(...answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])))
      remaining = remaining.filter((_, index) => answers[index]?.status === 'rejected')
    }
  }
  const sending = sendAll().finally(() => {
    writing = false
  })
  await Promise.all([sending, following])
  expect(new Set(sent.map((message) => message.id)).size).toBe(80)
  expect(refused.length).toBeGreaterThan(0)
  for (const refusal of refused)
    expect(refusal).toMatchObject({ status: 503, problem: { code: 'OVERLOADED', retryAfter: 3 } })

  const [forAda, forBola] = [await read(ada, id), await read(bola, id)]
  expect(forAda).toEqual(forBola)
  expect(forAda.map(({ id: one }) => one)).toEqual(
    forAda.map(({ id: one }) => one).toSorted((one, other) => one - other),
  )
  expect(forAda.slice(1).map(({ body }) => body)).toHaveLength(80)
  expect(followed).toEqual(forAda.slice(1))
  expect(forAda.map(({ createdAt }) => createdAt)).toEqual(
    forAda.map(({ createdAt }) => createdAt).toSorted(),
  )
  await Promise.all(readers.map(settle))
  for (const events of received)
    expect(events.map(({ message }) => message.id).toSorted((one, other) => one - other)).toEqual(
      forAda.slice(1).map((message) => message.id),
    )
})

test('[CHAT-ORDER] while another server writes into a conversation, a message waits: ids follow the order of commits', async () => {
  const id = await newThread()
  const { sending, other } = await t.db.transaction().execute(async (tx) => {
    const own = { threadId: id, senderId: bola.id, body: 'From another server', attachment: null }
    const first = await writeMessage(tx, { ...own, clientId: 'another-server' })
    const sending = send(bola, id, 'From here')
    for (let blocked = false; !blocked; ) {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%no key update%'`.execute(
        t.db,
      )
      blocked = rows.length > 0
    }
    return { sending, other: first?.message?.id ?? Number.NaN }
  })
  const message = await sending
  expect(message.id).toBeGreaterThan(other)
  expect((await read(ada, id)).map(({ body }) => body)).toEqual(['From another server', 'From here'])
})

test('[CHAT-RELIABLE] what the socket lost is there when it is read again', async () => {
  const id = await newThread()
  const known = await send(bola, id, 'Before')
  const socket = await connectSocket(origin, ada.cookie)
  await emitWithAck(socket, 'join_thread', id)
  const received = record(socket, 'new_message')
  socket.disconnect()
  const missed = [await send(bola, id, 'One'), await send(bola, id, 'Two')]
  const back = new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.connect()
  await back
  await settle(socket)
  expect(received).toEqual([])
  expect(await read(ada, id, known.id)).toEqual(missed)
})
