import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#shared/limits.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { insertDeal } from '#tests/support/deals.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { closeSockets, connectSocket, record, settle } from '#tests/support/sockets.ts'
import { logStatements, type StatementLog } from '#tests/support/statements.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { readZip } from '#tests/support/zip.ts'

let t: TestApp
let origin: string
let admin: TestUser
let order: Interleaving
let statements: StatementLog
beforeAll(async () => {
  statements = logStatements()
  order = interleave()
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
  origin = await t.listen()
  admin = await t.user({ role: 'ADMIN' })
})
afterEach(closeSockets)
afterAll(() => {
  order.stop()
  statements.stop()
  return t.close()
})

const courierFee =
  'Yes, available. Send the rider fee 6,500 to this account 0123456789 Opay before he can move to your location.'
const asksForCode =
  'I sent a 6 digit code to your phone, send me the code to confirm you are real. Also your BVN and card PIN.'

const send = (who: TestUser, id: number, body: string, clientId?: string) =>
  who.api('POST /api/threads/:id/messages', { params: { id }, body: { body, clientId } })
const read = (who: TestUser, id: number) =>
  who.api('GET /api/threads/:id/messages', { params: { id }, query: {} })
const dismiss = (who: TestUser, id: number) =>
  who.api('POST /api/threads/:id/dismiss-warnings', { params: { id } })
const warningsIn = async (who: TestUser, id: number) =>
  (await read(who, id)).flatMap(({ body, warning }) => (warning ? [[body, warning.kind]] : []))

/** A buyer, by default a new one, who asked about a listing of the seller. */
async function ask(
  seller: TestUser,
  by?: TestUser,
): Promise<{ id: number; buyer: TestUser; listingId: number }> {
  const buyer = by ?? (await t.user())
  const listingId = await insertListing(t, seller, { title: 'iPhone 12', price: 25_000_000 })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  await send(buyer, id, 'Is it still available? I am in Lagos.')
  return { id, buyer, listingId }
}

test('[SHIELD-CARD] [SHIELD-SENDER-BLIND] the recipient gets the warning with the message, live and by REST; its sender never, nowhere', async () => {
  const seller = await t.user()
  const { id, buyer } = await ask(seller)
  const [toBuyer, toSeller] = await Promise.all(
    [buyer, seller].map(async ({ cookie }) => {
      const socket = await connectSocket(origin, cookie)
      return { socket, events: record(socket, 'new_message') }
    }),
  )
  const answer = await send(seller, id, courierFee)
  await Promise.all([toBuyer, toSeller].map((one) => one && settle(one.socket)))
  const warning = {
    kind: 'fake-courier',
    seen: expect.arrayContaining([expect.stringContaining('rider fee')]),
  }
  expect(toBuyer?.events).toEqual([{ threadId: id, message: { ...answer, warning } }])
  expect((await read(buyer, id)).map((message) => message.warning)).toEqual([undefined, warning])

  const get = async (url: string) =>
    (await t.app.inject({ url, headers: { cookie: seller.cookie } })).rawPayload
  const files = await readZip(await get('/api/settings/export'))
  const answers = {
    answer: JSON.stringify(answer),
    again: JSON.stringify(await send(seller, id, courierFee, answer.clientId)),
    events: JSON.stringify(toSeller?.events),
    messages: String(await get(`/api/threads/${id}/messages`)),
    thread: String(await get(`/api/threads/${id}`)),
    threads: String(await get('/api/threads')),
    ...Object.fromEntries([...files].map(([name, bytes]) => [name, String(bytes)])),
  }
  expect(toSeller?.events).toHaveLength(1)
  expect(answers.messages).toContain('Send the rider fee')
  for (const [name, text] of Object.entries(answers))
    expect(/fake-courier|"(warning|seen)"|"kind":"[a-z]/.test(text), name).toBe(false)
  const own = await readZip(
    (await t.app.inject({ url: '/api/settings/export', headers: { cookie: buyer.cookie } })).rawPayload,
  )
  expect(String(own.get('warnings-to-you.json'))).toContain('fake-courier')
})

test('[SHIELD-ONCE] a kind warns once in a conversation, another kind once more; harmless talk never', async () => {
  const seller = await t.user()
  const honest = await ask(seller)
  await send(seller, honest.id, 'Yes, come and check it at my shop in Ikeja. Pay when you have seen it.')
  expect(await warningsIn(honest.buyer, honest.id)).toEqual([])
  const { id, buyer } = await ask(seller)
  await Promise.all([1, 2, 3].map(() => send(seller, id, courierFee, 'from-the-seller')))
  await send(seller, id, courierFee)
  await send(seller, id, 'Okay?')
  await send(buyer, id, 'I do not pay before I see it.')
  await send(seller, id, asksForCode)
  expect(await warningsIn(buyer, id)).toEqual([
    [courierFee, 'fake-courier'],
    [asksForCode, 'asks-for-code'],
  ])
  expect(await warningsIn(seller, id)).toEqual([])
})

test('[SHIELD-HISTORY] deals completed with different people spare a doubtful message its warning; reviews and repeated deals do not', async () => {
  const doubtful = 'Send the rider fee to this account before he can move to your location'
  const warned = async (seller: TestUser) => {
    const { id, buyer } = await ask(seller)
    await send(seller, id, doubtful)
    return warningsIn(buyer, id)
  }
  const people = await Promise.all(Array.from({ length: 8 }, () => t.user()))
  const [reviewed, repeated, trader] = [await t.user(), await t.user(), await t.user()]
  for (const { id } of people) {
    await t.db.insertInto('reviews').values({ user_id: reviewed.id, reviewer_id: id, stars: 5 }).execute()
    await insertDeal(t, repeated, people[0] as TestUser)
  }
  for (const [index, person] of people.entries())
    await (index % 2 ? insertDeal(t, trader, person) : insertDeal(t, person, trader))
  expect(await warned(reviewed)).toHaveLength(1)
  expect(await warned(repeated)).toHaveLength(1)
  expect(await warned(trader)).toEqual([])
})

test('[SHIELD-KNOWN] “I know this person” ends the warnings of a conversation, of the recipient alone', async () => {
  const seller = await t.user()
  const { id, buyer } = await ask(seller)
  await send(seller, id, courierFee)
  await dismiss(seller, id)
  expect((await failureOf(dismiss(await t.user(), id))).status).toBe(404)
  expect(await warningsIn(buyer, id)).toHaveLength(1)
  const other = await t.user()
  const elsewhere = await ask(other, buyer)
  await send(other, elsewhere.id, courierFee)
  await dismiss(buyer, id)
  await dismiss(buyer, id)
  expect(await warningsIn(buyer, elsewhere.id)).toHaveLength(1)
  await send(seller, id, asksForCode)
  expect(await warningsIn(buyer, id)).toEqual([])
})

/** While statements that need a column fail. */
async function without<Result>(table: string, column: string, run: () => Promise<Result>) {
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(t.db)
  await rename(column, 'gone')
  return run().finally(() => rename('gone', column))
}
/** While the conversation cannot be read. */
const withoutShield = <Result>(run: () => Promise<Result>) => without('categories', 'name', run)

test('[SHIELD-FAILS-OPEN] a message is sent without a judgement when the shield fails, and with a warning when its sender cannot be counted', async () => {
  const seller = await t.user()
  const { id, buyer } = await ask(seller)
  const sent = await withoutShield(() => send(seller, id, courierFee))
  expect(sent.held).toBeUndefined()
  expect((await read(buyer, id)).map(({ body }) => body)).toContain(courierFee)
  expect(await warningsIn(buyer, id)).toEqual([])
  await without('message_warnings', 'created_at', () => send(seller, id, courierFee))
  expect(await warningsIn(buyer, id)).toEqual([[courierFee, 'fake-courier']])
})

const itemsOf = async (who: TestUser) =>
  (await admin.api('GET /api/admin/held', { query: { kind: 'SENDER' } })).filter(
    ({ owner }) => owner.id === who.id,
  )
const decide = (id: number, decision: 'RELEASE' | 'REJECT', reason?: string) =>
  admin.api('PATCH /api/admin/held/:id', { params: { id }, body: { decision, reason } })

test('[SHIELD-SENDERS] a sender with three warned recipients is reviewed; with six, messages to new people wait until a release', async () => {
  const seller = await t.user()
  await sql`update users set created_at = now() - interval '20 days' where id = ${seller.id}`.execute(t.db)
  const talks: Awaited<ReturnType<typeof ask>>[] = []
  for (let warned = 1; warned <= 6; warned += 1) {
    const talk = await ask(seller)
    talks.push(talk)
    expect((await send(seller, talk.id, courierFee)).held).toBeUndefined()
    // Another warning of the same recipient counts no more.
    if (warned <= 2) await send(seller, talk.id, asksForCode)
    const expected = warned < 3 ? [] : [warned < 6 ? 'WARNED_SENDER' : 'SENDER_WAITS']
    expect((await itemsOf(seller)).map(({ rule }) => rule)).toEqual(expected)
  }
  const [item] = await itemsOf(seller)
  expect(item).toMatchObject({ kind: 'SENDER', decision: null, evidence: { recipients: 6 } })
  expect(item?.listing?.id).toBe(talks[5]?.listingId)
  expect(item?.evidence?.warnings[0]).toMatchObject({
    kind: 'fake-courier',
    body: courierFee,
    to: { id: talks[5]?.buyer.id },
    isDismissed: false,
  })

  // Messages in existing conversations still arrive.
  expect((await send(seller, talks[0]?.id ?? 0, 'Are you there?')).held).toBeUndefined()
  // Those that warn somebody again cause no second mail.
  expect((await send(seller, talks[5]?.id ?? 0, asksForCode)).held).toBeUndefined()
  expect((await t.mails(seller.email)).map(({ subject }) => subject)).toEqual([
    'Your messages to new people wait',
  ])
  const stranger = await ask(seller)
  const waiting = await send(seller, stranger.id, courierFee, 'to-a-stranger')
  expect(waiting).toMatchObject({ held: 'WAITING', heldRule: 'SENDER_WAITS' })
  expect(await send(seller, stranger.id, courierFee, 'to-a-stranger')).toEqual(waiting)
  expect(await read(stranger.buyer, stranger.id)).toHaveLength(1)
  const closed = await ask(seller)
  const refused = await send(seller, closed.id, courierFee)
  await closed.buyer.api('POST /api/blocks', { body: { userId: seller.id } })

  const tabs = await Promise.all([seller, stranger.buyer].map(({ cookie }) => connectSocket(origin, cookie)))
  const received = tabs.map((tab) => record(tab, 'new_message'))
  await decide(item?.id ?? 0, 'RELEASE')
  await Promise.all(tabs.map(settle))
  const delivered = { threadId: stranger.id, message: { clientId: 'to-a-stranger' } }
  const closing = { held: 'REFUSED', heldReason: 'The conversation was closed meanwhile.' }
  expect(received).toMatchObject([
    [delivered, { threadId: closed.id, message: { id: refused.id, ...closing } }],
    [delivered],
  ])
  expect((await read(seller, closed.id)).at(-1)).toMatchObject(closing)
  expect(await warningsIn(stranger.buyer, stranger.id)).toEqual([[courierFee, 'fake-courier']])
  expect((await read(seller, stranger.id)).at(-1)).toMatchObject({ clientId: 'to-a-stranger', readAt: null })
  // They begin anew.
  const next = await ask(seller)
  expect((await send(seller, next.id, courierFee)).held).toBeUndefined()
  expect((await itemsOf(seller)).map(({ decision }) => decision)).toEqual(['RELEASE'])
})

test('[SHIELD-SENDERS] a new account waits from four recipients, also while the shield fails; a rejection refuses the messages with a reason', async () => {
  const seller = await t.user()
  const friend = await ask(seller)
  await send(seller, friend.id, courierFee)
  await dismiss(friend.buyer, friend.id)
  for (let warned = 1; warned <= 4; warned += 1) await send(seller, (await ask(seller)).id, courierFee)
  const [item] = await itemsOf(seller)
  expect(item).toMatchObject({ rule: 'SENDER_WAITS', evidence: { recipients: 4 } })
  const stranger = await ask(seller)
  await send(seller, stranger.id, 'Good evening')
  const hidden = await withoutShield(() => send(seller, stranger.id, courierFee))
  expect(hidden).toMatchObject({ held: 'WAITING', heldRule: 'SENDER_WAITS' })
  const setBan = (banned_at: Date | null) =>
    t.db.updateTable('users').set({ banned_at }).where('id', '=', seller.id).execute()
  await setBan(new Date())
  expect((await failureOf(decide(item?.id ?? 0, 'RELEASE'))).problem).toMatchObject({
    status: 409,
    detail: 'The sender is banned or leaving. You can only reject their messages.',
  })
  await setBan(null)
  await decide(item?.id ?? 0, 'REJECT', 'You ask for money before delivery.')
  expect((await read(seller, stranger.id)).at(-1)).toMatchObject({
    held: 'REFUSED',
    heldReason: 'You ask for money before delivery.',
  })
  const mail = (await t.mails(seller.email)).at(-1)
  expect(mail?.subject).toBe('About your messages')
  expect(mail?.text).toContain('You ask for money before delivery.')
  expect(await read(stranger.buyer, stranger.id)).toHaveLength(1)
  expect((await send(seller, stranger.id, 'Hello again')).held).toBeUndefined()
})

test('[SHIELD-SENDERS] a rejection refuses all messages that wait, however many, within the time of a request', async () => {
  const seller = await t.user()
  for (let warned = 1; warned <= 4; warned += 1) await send(seller, (await ask(seller)).id, courierFee)
  const [item] = await itemsOf(seller)
  const stranger = await ask(seller)
  for (let count = 1; count <= 30; count += 1) await send(seller, stranger.id, `Good evening ${count}`)
  const socket = await connectSocket(origin, seller.cookie)
  const events = record(socket, 'new_message')
  const sent = await statements.during(() => decide(item?.id ?? 0, 'REJECT', 'Spam.'))
  // Fewer than messages: none takes one of its own.
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.length).toBeLessThan(30)
  const refused = (await read(seller, stranger.id)).filter(({ held }) => held === 'REFUSED')
  expect(refused.map(({ body }) => body)).toEqual(
    Array.from({ length: 30 }, (_, index) => `Good evening ${index + 1}`),
  )
  await settle(socket)
  expect(events.map(({ message }) => message.body)).toEqual(refused.map(({ body }) => body))
})

test('[SHIELD-SENDERS] a burst of messages to new people is held from the same number on', async () => {
  const seller = await t.user()
  const talks: Awaited<ReturnType<typeof ask>>[] = []
  for (let count = 0; count < 8; count += 1) talks.push(await ask(seller))
  const sent = await Promise.all(talks.map(({ id }) => send(seller, id, courierFee)))
  expect(sent.filter(({ held }) => held === undefined)).toHaveLength(4)
  const [item] = await itemsOf(seller)
  expect(item).toMatchObject({ rule: 'SENDER_WAITS', evidence: { recipients: 4 } })
})

test('[SHIELD-SENDERS] a message that is sent at the moment of the release does not wait after it', async () => {
  const seller = await t.user()
  for (let warned = 1; warned <= 4; warned += 1) await send(seller, (await ask(seller)).id, courierFee)
  const [item] = await itemsOf(seller)
  expect(item?.rule).toBe('SENDER_WAITS')
  const before = await ask(seller)
  const late = order.pauseBefore(/^begin/, () => send(seller, before.id, 'Good evening'))
  await late.reached
  const during = await ask(seller)
  const waiting = order.pauseBefore(/^commit/, () => send(seller, during.id, 'Good evening'))
  await waiting.reached
  const released = decide(item?.id ?? 0, 'RELEASE')
  await endedOrBlocked(t, released)
  const sent = [await waiting.release()]
  await released
  sent.push(await late.release())
  expect(sent.map(({ held }) => held)).toEqual(['WAITING', undefined])
  for (const { id, buyer } of [during, before])
    expect((await read(buyer, id)).at(-1)?.body).toBe('Good evening')
})

test('[SHIELD-SENDERS] a sender whose messages to new people wait proposes no deal to them, whose place and mail are text as well', async () => {
  const seller = await t.user()
  const known = await ask(seller)
  await send(seller, known.id, courierFee)
  for (let warned = 2; warned <= 4; warned += 1) await send(seller, (await ask(seller)).id, courierFee)
  const stranger = await ask(seller)
  const terms = {
    price: 20_000_000,
    place: 'Pay the rider first, Opay 0123456789',
    meetsAt: new Date(Date.now() + 2 * dayMs).toISOString(),
    reserves: false,
    state: 'Lagos',
    lga: 'Ikeja',
  }
  const propose = (who: TestUser, id: number) =>
    who.api('POST /api/threads/:id/deals', { params: { id }, body: terms })
  const waits = {
    status: 403,
    problem: { code: 'FORBIDDEN', detail: expect.stringContaining('Your messages to new people wait') },
  }
  await expect(propose(seller, stranger.id)).rejects.toMatchObject(waits)
  const { id, version } = await propose(stranger.buyer, stranger.id)
  await expect(
    seller.api('PATCH /api/deals/:id', { params: { id }, body: { ...terms, version } }),
  ).rejects.toMatchObject(waits)
  expect(await t.mails(stranger.buyer.email)).toEqual([])
  expect(
    await seller.api('POST /api/deals/:id/accept', { params: { id }, body: { version, reserves: false } }),
  ).toMatchObject({ status: 'ACCEPTED' })
  expect(await propose(seller, known.id)).toMatchObject({ status: 'PROPOSED' })
})
