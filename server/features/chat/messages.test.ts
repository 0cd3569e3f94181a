import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageDraft } from '#shared/contract/chat.ts'
import { readPageInfo } from '#shared/pagination.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { insertListing, insertUpload } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser
beforeAll(async () => {
  t = await startTestApp({ UPLOAD_URL: 'https://images.example/upload', PUBLIC_URL: 'https://oja.example' })
  ada = await t.user()
  bola = await t.user()
})
afterAll(() => t.close())

async function newThread(): Promise<number> {
  const listingId = await insertListing(t, ada)
  return (await bola.api('POST /api/threads', { body: { listingId } })).id
}
const send = (sender: TestUser, id: number, body: Partial<MessageDraft>) =>
  sender.api('POST /api/threads/:id/messages', { params: { id }, body })
const read = (
  reader: TestUser,
  id: number,
  query: { before?: number; after?: number; limit?: number } = {},
) => reader.api('GET /api/threads/:id/messages', { params: { id }, query })

/** The texts of all pages of an address, by following the links. */
async function follow(address: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let url: string | null = address; url; ) {
    const answer = await t.app.inject({ url, headers: { cookie: ada.cookie } })
    expect(answer.statusCode, url).toBe(200)
    pages.push(answer.json().map(({ body }: { body: string }) => body))
    url = readPageInfo({ get: (name) => (answer.headers[name] as string) ?? null }).next
  }
  return pages
}

test('[ENTITY-MESSAGE] [CALL-MESSAGES] [CALL-MESSAGES-POST] a message has id, sender, text, attachment, times; both parties read the same', async () => {
  const id = await newThread()
  const sent = await send(bola, id, { body: '  Is it\r\nstill there? ', clientId: 'device-1' })
  expect(sent).toEqual({
    id: expect.any(Number),
    threadId: id,
    senderId: bola.id,
    body: 'Is it\nstill there?',
    attachment: null,
    attachmentPhoto: null,
    clientId: 'device-1',
    createdAt: expect.stringMatching(/Z$/),
    readAt: null,
  })
  expect(await read(ada, id)).toEqual([sent])
  expect(await read(bola, id)).toEqual([sent])
})

test('[SPEC-C1] [LIMIT-CHAT] a message that is blank, also of unseen characters, or over 4000 characters is refused', async () => {
  const id = await newThread()
  for (const body of ['', '   ', '\n\t', '\u200b\u2060', '\0'])
    expect((await failureOf(send(bola, id, { body }))).problem, JSON.stringify(body)).toMatchObject({
      status: 400,
      detail: 'Please write a message or attach a picture',
    })
  expect((await failureOf(send(bola, id, {}))).status).toBe(400)
  expect((await failureOf(send(bola, id, { body: 'x'.repeat(4001) }))).problem?.detail).toBe(
    'A message has at most 4000 characters',
  )
  for (const clientId of ['short', 'x'.repeat(65), 'with spaces in it', "'; drop table"])
    expect((await failureOf(send(bola, id, { body: 'Hello', clientId }))).status).toBe(400)
  expect(await read(bola, id)).toEqual([])
  const longest = ` ${'ọ'.repeat(4000)} `
  expect((await send(bola, id, { body: longest })).body).toBe(longest.trim())
})

test('[CHAT-PICTURE] a picture is the sender’s own upload, with its measures, or lies on the configured host', async () => {
  const id = await newThread()
  const url = await insertUpload(t, bola)
  const sent = await send(bola, id, { attachment: `https://oja.example${url}` })
  expect(sent).toMatchObject({
    body: '',
    attachment: url,
    attachmentPhoto: { url, width: 1200, height: 900, placeholder: expect.any(String) },
  })
  const elsewhere = 'https://images.example/a/b.jpg'
  expect(await send(bola, id, { body: 'This one', attachment: elsewhere })).toMatchObject({
    body: 'This one',
    attachmentPhoto: { url: elsewhere, width: null, height: null, placeholder: null },
  })
  for (const attachment of [
    await insertUpload(t, ada),
    'https://evil.example/a.jpg',
    'javascript:alert(1)',
    '/media/photos/none/960.webp',
    '/\0',
  ])
    expect((await failureOf(send(bola, id, { attachment }))).problem, attachment).toMatchObject({
      status: 400,
      errors: [{ path: 'attachment', message: expect.stringContaining('attach it again') }],
    })
  expect(await read(ada, id)).toHaveLength(2)
})

test('[CHAT-RELIABLE] sending again with the same client id answers the same message, at once, later, and once the chat is closed', async () => {
  const id = await newThread()
  const draft = { body: 'Only once', clientId: 'device-1-00001' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(bola, id, draft)))
  expect(new Set(answers.map((message) => message.id)).size).toBe(1)
  expect(await send(bola, id, { ...draft, body: 'Another text' })).toEqual(answers[0])
  // The same client id on the other party's device is another message.
  expect((await send(ada, id, draft)).id).not.toBe(answers[0]?.id)
  await t.db.insertInto('blocks').values({ blocker_id: ada.id, blocked_id: bola.id }).execute()
  expect(await send(bola, id, draft)).toEqual(answers[0])
  await t.db.deleteFrom('blocks').execute()
  expect(await read(ada, id)).toHaveLength(2)
})

test('[CHAT-RELIABLE] a message whose answer was lost with the server is there once when it is sent again', async () => {
  const id = await newThread()
  const draft = { body: 'Did it arrive?', clientId: 'device-2-00001' }
  // The server dies in the middle: the transaction is cut off before its commit.
  await t.db
    .transaction()
    .execute(async (tx) => {
      await tx
        .insertInto('messages')
        .values({
          thread_id: id,
          sender_id: bola.id,
          recipient_id: ada.id,
          client_id: draft.clientId,
          body: 'x',
        })
        .execute()
      throw new Error('killed')
    })
    .catch(() => undefined)
  const sent = await send(bola, id, draft)
  // It dies after the commit: the response is lost.
  expect(await send(bola, id, draft)).toEqual(sent)
  expect(await read(ada, id)).toEqual([sent])
})

test('[CHAT-OLDER] long conversations are read by pages: the newest, those before, those after', async () => {
  const id = await newThread()
  const bodies = Array.from({ length: 120 }, (_, index) => `Message ${index}`)
  for (const body of bodies) await send(bola, id, { body })
  const pages = await follow(`/api/threads/${id}/messages`)
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(pages.reverse().flat()).toEqual(bodies)
  const short = await follow(`/api/threads/${id}/messages?limit=100`)
  expect(short.map(({ length }) => length)).toEqual([100, 20])

  const all = await read(ada, id, { limit: 100 })
  expect(all).toHaveLength(100)
  const middle = all[40]?.id ?? 0
  expect((await read(ada, id, { after: middle })).map(({ body }) => body)).toEqual(bodies.slice(61))
  expect((await read(ada, id, { before: middle, limit: 3 })).map(({ body }) => body)).toEqual(
    bodies.slice(57, 60),
  )
  const between = await follow(`/api/threads/${id}/messages?after=${middle}&before=${all[50]?.id}&limit=4`)
  expect(between).toEqual([bodies.slice(61, 65), bodies.slice(65, 69), bodies.slice(69, 70)])
  expect(await read(ada, id, { after: all.at(-1)?.id ?? 0 })).toEqual([])
  for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { before: -1 }, { after: 1e20 }])
    expect((await failureOf(read(ada, id, query))).status, JSON.stringify(query)).toBe(400)
})

test('[CHAT-OLDER] what came while a device was offline is read by pages, too', async () => {
  const id = await newThread()
  const first = await send(bola, id, { body: 'First' })
  await sql`
    insert into messages (thread_id, sender_id, recipient_id, client_id, body)
    select ${id}, ${bola.id}, ${ada.id}, 'm' || n, 'Message ' || n from generate_series(1, 1001) n`.execute(
    t.db,
  )
  const pages = await follow(`/api/threads/${id}/messages?after=${first.id}`)
  expect(pages.map(({ length }) => length)).toEqual([1000, 1])
  expect(pages.flat()).toEqual(Array.from({ length: 1001 }, (_, index) => `Message ${index + 1}`))
})

test('[CHAT-READ] reading marks what the other party wrote up to there in this conversation, once', async () => {
  const [elsewhere, id] = [await newThread(), await newThread()]
  await send(bola, elsewhere, { body: 'In another conversation' })
  const [first, own, second, third] = [
    await send(bola, id, { body: 'One' }),
    await send(ada, id, { body: 'Mine' }),
    await send(bola, id, { body: 'Two' }),
    await send(bola, id, { body: 'Three' }),
  ]
  const mark = (reader: TestUser, upTo: number) =>
    reader.api('POST /api/threads/:id/read', { params: { id }, body: { upTo } })
  const marked = async () => (await read(ada, id)).filter(({ readAt }) => readAt).map(({ body }) => body)
  await mark(ada, second.id)
  expect(await marked()).toEqual(['One', 'Two'])
  const [{ readAt } = { readAt: null }] = await read(ada, id)
  await Promise.all([mark(ada, first.id), mark(ada, second.id), mark(ada, second.id)])
  expect((await read(ada, id))[0]?.readAt).toBe(readAt)
  await Promise.all([mark(ada, Number.MAX_SAFE_INTEGER), mark(ada, third.id), mark(bola, own.id)])
  expect(await marked()).toEqual(['One', 'Mine', 'Two', 'Three'])
  expect(await read(ada, elsewhere)).toMatchObject([{ readAt: null }])
  expect((await failureOf(mark(ada, 0))).status).toBe(400)
})

test('[CHAT-READ] a message that its reader deleted is read: neither a number nor a notification is left', async () => {
  const seller = await t.user()
  const listingId = await insertListing(t, seller)
  const { id } = await bola.api('POST /api/threads', { body: { listingId } })
  const unread = async () => [
    (await seller.api('GET /api/messages/unread-count')).count,
    (await seller.api('GET /api/notifications/unread-count')).count,
  ]
  const first = await send(bola, id, { body: 'Hello' })
  const second = await send(bola, id, { body: 'Is it still there?' })
  expect(await unread()).toEqual([2, 1])
  await seller.api('DELETE /api/messages/:id', { params: { id: second.id } })
  expect(await unread()).toEqual([1, 1])
  await seller.api('DELETE /api/messages/:id', { params: { id: first.id } })
  expect(await unread()).toEqual([0, 0])
})

test('[CHAT-LIMIT] a user who sends too fast gets an error with the time to wait', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' })
  try {
    const [seller, buyer] = [await strict.user(), await strict.user()]
    const listingId = await insertListing(strict, seller)
    const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
    for (let count = 0; count < 6; count += 1) await send(buyer, id, { body: `Hello ${count}` })
    expect((await failureOf(send(buyer, id, { body: 'Hello?' }))).problem).toMatchObject({
      code: 'RATE_LIMITED',
      detail: 'You are sending messages very quickly. Please wait a moment.',
      retryAfter: expect.any(Number),
    })
    await send(seller, id, { body: 'Yes?' })
  } finally {
    await strict.close()
  }
})

test('[CHAT-PRIVATE] what people write is in no line of the log, also when the database refuses it', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const logging = await startTestApp({}, { logger: { level: 'trace', stream } })
  try {
    const [seller, buyer] = [await logging.user(), await logging.user()]
    const listingId = await insertListing(logging, seller)
    const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
    await send(buyer, id, { body: 'Secret words' })
    const refuse = sql`alter table messages add constraint refused check (body <> 'Secret words') not valid`
    await refuse.execute(logging.db)
    expect((await failureOf(send(buyer, id, { body: 'Secret words' }))).status).toBe(500)
  } finally {
    await logging.close()
  }
  expect(lines.join('')).toContain('violates check constraint')
  expect(lines.join('')).not.toContain('Secret words')
})
