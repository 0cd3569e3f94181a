import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAccount } from '#server/features/settings/deletion.db.ts'
import { readPageInfo } from '#shared/pagination.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { endedOrBlocked } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'

let t: TestApp
let ada: TestUser
beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user({ fullName: 'Ada Obi' })
})
afterAll(() => t.close())

const open = (buyer: TestUser, listingId: number) => buyer.api('POST /api/threads', { body: { listingId } })
const write = (sender: TestUser, id: number, body: string) =>
  sender.api('POST /api/threads/:id/messages', { params: { id }, body: { body } })
const threadOf = (viewer: TestUser, id: number) => viewer.api('GET /api/threads/:id', { params: { id } })
const setUser = (id: number, fields: { banned_at?: Date; deletion_due_at?: Date }) =>
  t.db.updateTable('users').set(fields).where('id', '=', id).execute()
const block = (blocker: TestUser, blocked: TestUser) =>
  t.db.insertInto('blocks').values({ blocker_id: blocker.id, blocked_id: blocked.id }).execute()

test('[ENTITY-THREAD] [CALL-THREADS] a thread names both parties, the listing with its cover, the time and the last message', async () => {
  const bola = await t.user({ fullName: 'Bola Ade' })
  const cover = { url: '/media/photos/a/960.webp', width: 4, height: 3, placeholder: null }
  const photos = JSON.stringify([cover, { ...cover, url: '/media/photos/b/960.webp' }])
  const listingId = await insertListing(t, ada, { photos, price_type: 'NEGOTIABLE' })
  const thread = await open(bola, listingId)
  expect(thread).toEqual({
    id: expect.any(Number),
    sellerId: ada.id,
    buyer: { id: bola.id, fullName: 'Bola Ade', avatarUrl: null, isOja: false },
    seller: { id: ada.id, fullName: 'Ada Obi', avatarUrl: null, isOja: false },
    listing: {
      id: listingId,
      title: 'Tecno Spark 20, clean',
      price: 12_500_000,
      priceType: 'NEGOTIABLE',
      photos: [cover],
      status: 'ACTIVE',
      deletedAt: null,
      reserved: false,
    },
    deal: null,
    lastMsgAt: expect.any(String),
    messages: [],
    unreadCount: 0,
    closed: null,
  })
  const message = await write(bola, thread.id, 'Hello')
  const after = { ...thread, messages: [message], lastMsgAt: message.createdAt }
  expect(await threadOf(bola, thread.id)).toEqual(after)
  expect(await threadOf(ada, thread.id)).toEqual({ ...after, unreadCount: 1 })
})

test('[CALL-THREADS-POST] [CHAT-ONE-THREAD] one thread for each listing and buyer, also when asked for many times at once', async () => {
  const [bola, cyd] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, ada)
  const opened = await Promise.all(Array.from({ length: 12 }, () => open(bola, listingId)))
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
  expect((await open(bola, listingId)).id).toBe(opened[0]?.id)
  expect((await open(cyd, listingId)).id).not.toBe(opened[0]?.id)
  expect((await open(bola, await insertListing(t, ada))).id).not.toBe(opened[0]?.id)
})

test('[CALL-THREADS-POST] [MAY-CHAT] no thread about one’s own listing, or a hidden or deleted one, or of an inactive seller', async () => {
  const bola = await t.user()
  const failure = async (listingId: number, who = bola) => (await failureOf(open(who, listingId))).problem
  const own = await failure(await insertListing(t, ada), ada)
  expect(own).toMatchObject({ status: 403, code: 'FORBIDDEN', detail: expect.stringContaining('your own') })
  expect(await failure(await insertListing(t, ada, { status: 'HIDDEN' }))).toMatchObject({ status: 404 })
  expect(await failure(await insertListing(t, ada, { deleted_at: new Date() }))).toMatchObject({
    status: 410,
  })
  expect(await failure(999_999)).toMatchObject({ status: 404 })
  const inactive = await t.user()
  const theirs = await insertListing(t, inactive)
  await setUser(inactive.id, { deletion_due_at: new Date() })
  expect(await failure(theirs)).toMatchObject({ status: 404 })
  const visitor = await failureOf(t.visitor('POST /api/threads', { body: { listingId: theirs } }))
  expect(visitor.status).toBe(401)
})

test('[CHAT-BLOCK] after a block by either party neither opens nor writes anything; both can still read', async () => {
  const [bola, cyd] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, bola)
  const { id } = await open(cyd, listingId)
  await write(cyd, id, 'Hello')
  await block(bola, cyd)

  expect((await threadOf(bola, id)).closed).toBe('BLOCKED_BY_YOU')
  expect((await threadOf(cyd, id)).closed).toBe('UNAVAILABLE')
  expect((await failureOf(write(bola, id, 'No'))).problem).toMatchObject({
    code: 'FORBIDDEN',
    detail: expect.stringContaining('You have blocked'),
  })
  const refused = (await failureOf(write(cyd, id, 'Why?'))).problem
  expect(refused).toMatchObject({ status: 403, detail: 'This person cannot be reached at the moment.' })
  expect((await failureOf(open(cyd, listingId))).problem).toEqual(refused)
  expect((await failureOf(open(bola, await insertListing(t, cyd)))).status).toBe(403)
  for (const member of [bola, cyd])
    expect(await member.api('GET /api/threads/:id/messages', { params: { id }, query: {} })).toHaveLength(1)
})

test('[CHAT-BLOCK] a message that waits for its conversation while its recipient blocks the sender is refused', async () => {
  const [bola, cyd] = [await t.user(), await t.user()]
  const { id } = await open(cyd, await insertListing(t, bola))
  const [locked, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = t.db.transaction().execute(async (tx) => {
    await sql`select from threads where id = ${id} for update`.execute(tx)
    locked.resolve()
    await blocked.promise
  })
  await locked.promise
  const refused = failureOf(write(cyd, id, 'Why?'))
  await endedOrBlocked(t, refused)
  await block(bola, cyd)
  blocked.resolve()
  await other
  expect((await refused).problem).toMatchObject({ detail: 'This person cannot be reached at the moment.' })
  expect(await bola.api('GET /api/threads/:id/messages', { params: { id }, query: {} })).toEqual([])
})

test('[CHAT-CLOSED] a sold or hidden listing keeps its chats open; a deleted one lets them be read only', async () => {
  const bola = await t.user()
  const listingId = await insertListing(t, ada)
  const { id } = await open(bola, listingId)
  const set = (fields: { status?: 'SOLD' | 'HIDDEN'; deleted_at?: Date }) =>
    t.db.updateTable('listings').set(fields).where('id', '=', listingId).execute()
  for (const status of ['SOLD', 'HIDDEN'] as const) {
    await set({ status })
    await write(bola, id, `While it is ${status}`)
    expect(await threadOf(bola, id)).toMatchObject({ closed: null, listing: { status } })
  }
  await set({ deleted_at: new Date() })
  for (const member of [ada, bola]) {
    expect(await threadOf(member, id)).toMatchObject({ closed: 'LISTING_DELETED' })
    expect((await failureOf(write(member, id, 'Hello?'))).problem).toMatchObject({
      status: 410,
      detail: 'This listing was deleted. You can read this chat, but not write in it.',
    })
    expect(await member.api('GET /api/threads/:id/messages', { params: { id }, query: {} })).toHaveLength(2)
  }
})

test('[CHAT-BLOCK] [CHAT-CLOSED] who blocked somebody reads that, also where the listing was deleted; the other one does not', async () => {
  const [bola, cyd] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, cyd)
  const { id } = await open(bola, listingId)
  await write(bola, id, 'Hello')
  await t.db.updateTable('listings').set({ deleted_at: new Date() }).where('id', '=', listingId).execute()
  await block(bola, cyd)
  expect((await threadOf(bola, id)).closed).toBe('BLOCKED_BY_YOU')
  expect((await threadOf(cyd, id)).closed).toBe('LISTING_DELETED')
  await bola.api('DELETE /api/blocks/:id', { params: { id: cyd.id } })
  expect((await threadOf(bola, id)).closed).toBe('LISTING_DELETED')
})

test('[CHAT-AWAY] a banned, leaving or deleted party is unavailable, without a reason; the other can still read', async () => {
  const bola = await t.user()
  const ways: [name: string, leave: (id: number) => Promise<unknown>][] = [
    ['Cyd Eze', (id) => setUser(id, { banned_at: new Date() })],
    ['Cyd Eze', (id) => setUser(id, { deletion_due_at: new Date() })],
    ['Former member', (id) => eraseAccount(t.db, id, new Date())],
  ]
  const sentences = new Set<string | undefined>()
  for (const [fullName, leave] of ways) {
    const cyd = await t.user({ fullName: 'Cyd Eze' })
    const { id } = await open(cyd, await insertListing(t, bola))
    await write(bola, id, 'Hello')
    await write(cyd, id, 'Hello!')
    await leave(cyd.id)
    const thread = await threadOf(bola, id)
    expect(thread.closed).toBe('UNAVAILABLE')
    expect(thread.buyer).toMatchObject({ fullName, avatarUrl: null })
    expect(thread.messages[0]?.body).toBe('Hello!')
    sentences.add((await failureOf(write(bola, id, 'Are you there?'))).problem?.detail)
  }
  expect(sentences.size).toBe(1)
})

test('[CALL-THREADS] [CALL-UNREAD] the list has the latest activity first, with unread counts; the seller’s omits empty threads', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const [first, second, silent] = [
    await open(buyer, await insertListing(t, seller)),
    await open(buyer, await insertListing(t, seller)),
    await open(buyer, await insertListing(t, seller)),
  ].map(({ id }) => id) as [number, number, number]
  await write(buyer, first, 'One')
  await write(buyer, second, 'Two')
  await write(buyer, first, 'Three')
  const list = async (viewer: TestUser) =>
    (await viewer.api('GET /api/threads', { query: {} })).map((one) => [
      one.id,
      one.messages[0]?.body,
      one.unreadCount,
    ])
  expect(await list(seller)).toEqual([
    [first, 'Three', 2],
    [second, 'Two', 1],
  ])
  expect(await list(buyer)).toEqual([
    [first, 'Three', 0],
    [second, 'Two', 0],
    [silent, undefined, 0],
  ])
  expect(await seller.api('GET /api/messages/unread-count')).toEqual({ count: 3 })
  expect(await buyer.api('GET /api/messages/unread-count')).toEqual({ count: 0 })
  // Both are parties to it all the same.
  expect(await threadOf(seller, silent)).toMatchObject({ id: silent, messages: [] })
})

test('[MAY-CHAT] strangers and visitors find nothing of a thread', async () => {
  const [bola, stranger] = [await t.user(), await t.user({ role: 'ADMIN' })]
  const { id } = await open(bola, await insertListing(t, ada))
  await write(bola, id, 'Private')
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/messages'],
    ['POST', '/messages'],
    ['POST', '/read'],
  ] as const) {
    const payload = path === '/read' ? { upTo: 1 } : { body: 'Hello' }
    const request = { method, url: `/api/threads/${id}${path}`, ...(method === 'POST' ? { payload } : {}) }
    const answer = await t.app.inject({ ...request, headers: { cookie: stranger.cookie } })
    expect(answer.statusCode, path).toBe(404)
    expect(answer.body).not.toContain('Private')
    expect((await t.app.inject(request)).statusCode, path).toBe(401)
  }
  expect(await stranger.api('GET /api/threads', { query: {} })).toEqual([])
})

test('[CALL-THREADS] [CHAT-PAGES] the list comes by hundreds: every thread once, also where many have the same time', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const moment = new Date()
  const ids: number[] = []
  for (let count = 0; count < 230; count += 1) {
    // As the buyer and as the seller.
    const [owner, other] = count % 2 ? [seller, buyer] : [buyer, seller]
    const thread = await insertThread(t, owner, other, {
      last_message_at: new Date(moment.getTime() - Math.floor(count / 40)),
    })
    await insertMessage(t, thread, other)
    ids.push(thread.id)
  }
  const seen: number[] = []
  const sizes: number[] = []
  for (let url: string | null = '/api/threads'; url; ) {
    const answer = await t.app.inject({ url, headers: { cookie: buyer.cookie } })
    const page: { id: number }[] = answer.json()
    seen.push(...page.map(({ id }) => id))
    sizes.push(page.length)
    url = readPageInfo({ get: (name) => (answer.headers[name] as string) ?? null }).next
  }
  expect(sizes).toEqual([100, 100, 30])
  expect(seen.toSorted((one, other) => one - other)).toEqual(ids)
  for (const cursor of [
    'x',
    '1',
    '1-',
    '-1-1',
    '99999999999999999-1',
    '1-2147483648',
    '1-9999999999',
    '1-1; drop',
  ])
    expect((await failureOf(buyer.api('GET /api/threads', { query: { cursor } }))).problem?.code).toBe(
      'VALIDATION_FAILED',
    )
  // The largest id that the database has.
  const query = { cursor: '9999999999999999-2147483647' }
  expect((await buyer.api('GET /api/threads', { query })).map(({ id }) => id)).toEqual(seen.slice(0, 100))
})

test('[HOUSE-MARK] in a conversation administrators are marked as Oja’s, and nobody else', async () => {
  const [member, admin] = [await t.user(), await t.user({ role: 'ADMIN' })]
  const listingId = await insertListing(t, admin)
  const { id } = await member.api('POST /api/threads', { body: { listingId } })
  const read = () => member.api('GET /api/threads/:id', { params: { id } })
  expect(await read()).toMatchObject({ seller: { isOja: true }, buyer: { isOja: false } })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', admin.id).execute()
  expect(await read()).toMatchObject({ seller: { isOja: false } })
})
