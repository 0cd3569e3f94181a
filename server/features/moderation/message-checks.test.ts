import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeExpired } from '#server/features/settings/retention.db.ts'
import { retireUnused } from '#server/features/uploads/uploads.db.ts'
import type { Message, MessageDraft } from '#shared/contract/chat.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { insertListing, insertUpload } from '#tests/support/listings.ts'
import { closeSockets, connectSocket, record, settle } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let admin: TestUser
let spammer: TestUser
let seller: TestUser

beforeEach(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  admin = await t.user({ role: 'ADMIN' })
  spammer = await t.user({ fullName: 'Sunny Spam' })
  seller = await t.user({ fullName: 'Sade Seller' })
  await age(spammer)
})
afterEach(async () => {
  closeSockets()
  await t.close()
})

const age = (user: TestUser) =>
  sql`update users set created_at = now() - interval '5 days' where id = ${user.id}`.execute(t.db)
const openThread = async (buyer = spammer) => {
  const listingId = await insertListing(t, seller)
  return (await buyer.api('POST /api/threads', { body: { listingId } })).id
}
const send = (who: TestUser, id: number, draft: Partial<MessageDraft>): Promise<Message> =>
  who.api('POST /api/threads/:id/messages', { params: { id }, body: draft as MessageDraft })
const read = (who: TestUser, id: number, query: { after?: number } = {}) =>
  who.api('GET /api/threads/:id/messages', { params: { id }, query })
const queue = () => admin.api('GET /api/admin/held', { query: { kind: 'MESSAGE' } })
const decide = (id: number, decision: 'RELEASE' | 'REJECT', reason?: string) =>
  admin.api('PATCH /api/admin/held/:id', { params: { id }, body: { decision, reason } })

const advert = 'Cheap phones at https://phones.example, come and look!'

/** Sends a text into `count` conversations; returns their ids and the messages. */
async function spread(count: number, body: string, who = spammer) {
  const sent: { threadId: number; message: Message }[] = []
  for (let number = 0; number < count; number += 1) {
    const threadId = await openThread(who)
    sent.push({ threadId, message: await send(who, threadId, { body, clientId: `advert-${number}` }) })
  }
  return sent
}

test('[ABUSE-MESSAGES] a text with a link reaches five conversations an hour; the sixth waits, and is delivered when released', async () => {
  const origin = await t.listen()
  const tabs = await Promise.all([spammer, seller].map(({ cookie }) => connectSocket(origin, cookie)))
  const [toSpammer, toSeller] = tabs.map((tab) => record(tab, 'new_message'))
  const sent = await spread(6, advert)
  expect(sent.slice(0, 5).every(({ message }) => message.held === undefined)).toBe(true)
  const last = sent[5]
  expect(last?.message).toMatchObject({ held: 'WAITING', body: advert, readAt: null })
  const threadId = last?.threadId ?? 0
  // Its sender sees it in its position, in every tab; nobody else does.
  await Promise.all(tabs.map(settle))
  expect(toSpammer).toEqual(sent)
  expect(toSeller).toEqual(sent.slice(0, 5))
  await send(spammer, threadId, { body: 'Are you there?' })
  expect((await read(spammer, threadId)).map(({ body, held }) => [body, held])).toEqual([
    [advert, 'WAITING'],
    ['Are you there?', undefined],
  ])
  expect((await read(seller, threadId)).map(({ body }) => body)).toEqual(['Are you there?'])
  expect(await seller.api('GET /api/messages/unread-count')).toEqual({ count: 6 })
  const news = async () =>
    (await seller.api('GET /api/notifications', { query: {} })).find(({ href }) =>
      href.endsWith(`thread=${threadId}`),
    )?.count
  expect(await news()).toBe(1)

  const [hold] = await queue()
  expect(hold).toMatchObject({
    kind: 'MESSAGE',
    rule: 'SAME_MESSAGE',
    owner: { id: spammer.id },
    message: { body: advert, to: { id: seller.id, fullName: 'Sade Seller' } },
    decision: null,
  })
  await decide(hold?.id ?? 0, 'RELEASE')
  await Promise.all(tabs.map(settle))
  expect(toSeller?.at(-1)).toMatchObject({ threadId, message: { body: advert } })
  // Delivered with the current time: after newer messages, also for a reader who catches up.
  const before = (await read(seller, threadId))[0]?.id ?? 0
  expect((await read(seller, threadId, { after: before })).map(({ body }) => body)).toEqual([advert])
  expect((await read(spammer, threadId)).map(({ body, held }) => [body, held])).toEqual([
    ['Are you there?', undefined],
    [advert, undefined],
  ])
  expect(await seller.api('GET /api/messages/unread-count')).toEqual({ count: 7 })
  expect(await news()).toBe(2)
  const acts = await admin.api('GET /api/admin/history', { query: { targetType: 'MESSAGE' } })
  expect(acts).toMatchObject([{ action: 'RELEASE', targetId: hold?.id, label: advert }])
})

test('[ABUSE-MESSAGES] sending again under the same name answers the same, before and after the decision', async () => {
  const sent = await spread(6, advert)
  const { threadId, message } = sent[5] ?? sent[0] ?? { threadId: 0, message: null }
  const again = () => send(spammer, threadId, { body: advert, clientId: 'advert-5' })
  expect(await Promise.all([again(), again(), again()])).toEqual([message, message, message])
  expect(await queue()).toHaveLength(1)
  // Also after the hour, when the text itself would pass.
  await sql`update sent_texts set sent_at = sent_at - interval '2 hours'`.execute(t.db)
  await removeExpired(t.db)
  expect(await again()).toEqual(message)
  const [hold] = await queue()
  await decide(hold?.id ?? 0, 'RELEASE')
  const delivered = await again()
  expect(delivered.held).toBeUndefined()
  expect((await read(seller, threadId)).map(({ id }) => id)).toEqual([delivered.id])
  // The first one, sent again, returns the delivered message.
  const first = sent[0]
  expect(await send(spammer, first?.threadId ?? 0, { body: advert, clientId: 'advert-0' })).toEqual(
    first?.message,
  )
})

test('[ABUSE-MESSAGES] a rejected message stays undelivered, and its sender learns why', async () => {
  const { threadId } = (await spread(6, advert))[5] ?? { threadId: 0 }
  const [hold] = await queue()
  const origin = await t.listen()
  const tabs = await Promise.all([spammer, seller].map(({ cookie }) => connectSocket(origin, cookie)))
  const received = tabs.map((tab) => record(tab, 'new_message'))
  await decide(hold?.id ?? 0, 'REJECT', 'This is advertising.')
  const refused = { body: advert, held: 'REFUSED', heldReason: 'This is advertising.' }
  expect(await read(spammer, threadId)).toMatchObject([refused])
  await Promise.all(tabs.map(settle))
  expect(received).toMatchObject([[{ threadId, message: refused }], []])
  expect(await send(spammer, threadId, { body: advert, clientId: 'advert-5' })).toMatchObject({
    held: 'REFUSED',
  })
  expect(await read(seller, threadId)).toEqual([])
  expect(await seller.api('GET /api/messages/unread-count')).toEqual({ count: 5 })
  const [mail] = await t.mails(spammer.email)
  expect(mail?.subject).toBe('A message of yours was not delivered')
  expect(mail?.text).toContain('The reason: This is advertising.')
  expect((await failureOf(decide(hold?.id ?? 0, 'RELEASE'))).status).toBe(409)
})

test('[ABUSE-MESSAGES] capitals, spaces and punctuation make no other text; other words do', async () => {
  await spread(5, 'Write to me on WhatsApp: 0803 123 4567')
  const [sixth] = await spread(1, 'write to me on whatsapp – 08031234567!!')
  expect(sixth?.message.held).toBe('WAITING')
  const [other] = await spread(1, 'Call me on 0803 123 4567 this evening')
  expect(other?.message.held).toBeUndefined()
})

test('[ABUSE-MESSAGES] what one sender wrote within the hour counts, also into the same conversations again', async () => {
  const sent = await spread(5, advert)
  const other = await t.user()
  await age(other)
  expect((await spread(1, advert, other))[0]?.message.held).toBeUndefined()
  await sql`update sent_texts set sent_at = sent_at - interval '2 hours'`.execute(t.db)
  expect((await spread(1, advert))[0]?.message.held).toBeUndefined()
  for (const { threadId } of sent.slice(1)) await send(spammer, threadId, { body: advert })
  const held = await openThread()
  expect((await send(spammer, held, { body: advert, clientId: 'held-one' })).held).toBe('WAITING')
  // The other party's device may have chosen the same name.
  expect((await send(seller, held, { body: advert, clientId: 'held-one' })).held).toBeUndefined()
})

test('[ABUSE-MESSAGES] what every buyer asks is never held back; a long text of a new account is', async () => {
  const usual = await spread(8, 'Is this still available?')
  expect(usual.every(({ message }) => !message.held)).toBe(true)
  const long = 'I buy everything that you have for twice its price, only tell me where you keep it and when.'
  expect((await spread(7, long)).every(({ message }) => !message.held)).toBe(true)
  const newcomer = await t.user()
  const asked = await spread(6, 'Is this still available?', newcomer)
  expect(asked.every(({ message }) => !message.held)).toBe(true)
  // Nor the largest offer to all of them.
  for (const { threadId } of asked)
    expect((await send(newcomer, threadId, { offer: 1_000_000_000_000 })).held).toBeUndefined()
  const held = (await spread(7, long, newcomer)).map(({ message }) => message.held)
  expect(held).toEqual([undefined, undefined, undefined, undefined, undefined, 'WAITING', 'WAITING'])
})

test('[ABUSE-MESSAGES] at once, from ten conversations: five get it at most', async () => {
  const threads: number[] = []
  for (let number = 0; number < 10; number += 1) threads.push(await openThread())
  await Promise.all(threads.map((id) => send(spammer, id, { body: advert })))
  expect((await seller.api('GET /api/messages/unread-count')).count).toBeLessThanOrEqual(5)
  expect((await queue()).length).toBeGreaterThanOrEqual(5)
})

test('[ABUSE-MESSAGES] into a closed conversation nothing is released; a picture that waits is kept', async () => {
  await spread(5, advert)
  const attachment = await insertUpload(t, spammer)
  const threadId = await openThread()
  const gone = '/media/photos/none/960.webp'
  const lacking = await failureOf(send(spammer, threadId, { body: advert, attachment: gone }))
  expect(lacking.problem?.errors).toMatchObject([{ path: 'attachment' }])
  expect(await queue()).toEqual([])
  const message = await send(spammer, threadId, { body: advert, attachment })
  expect(message).toMatchObject({ held: 'WAITING', attachment })
  await sql`
    update uploads set created_at = now() - interval '3 days', id = substring(url from 'photos/([^/]*)')::uuid`.execute(
    t.db,
  )
  await t.db.transaction().execute(async (tx) => {
    expect(await retireUnused(tx, new Date(), 100)).toEqual([])
  })
  await seller.api('POST /api/blocks', { body: { userId: spammer.id } })
  const [hold] = await queue()
  const refused = await failureOf(decide(hold?.id ?? 0, 'RELEASE'))
  expect(refused.problem).toMatchObject({
    status: 409,
    detail: expect.stringMatching(/^This conversation is closed/),
  })
  // That was no decision.
  expect((await queue())[0]).toMatchObject({ decision: null })
  expect(await decide(hold?.id ?? 0, 'REJECT')).toMatchObject({ decision: 'REJECT' })
  // A user who may not write at all gets that error, and nothing is held.
  expect((await failureOf(send(spammer, threadId, { body: advert }))).status).toBe(403)
  const stranger = await t.user()
  expect((await failureOf(send(stranger, threadId, { body: advert }))).status).toBe(404)
})
