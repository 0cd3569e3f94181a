import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOldRecords } from '#server/features/settings/retention.db.ts'
import type { AppealOutcome } from '#shared/contract/appeals.ts'
import { thresholds } from '#shared/thresholds.ts'
import { appealOf, tokenFor } from '#tests/support/appeals.ts'
import { anImei } from '#tests/support/imeis.ts'
import { insertListing, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let admin: TestUser
let other: TestUser
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
  admin = await t.user({ role: 'ADMIN', fullName: 'Ife Admin' })
  other = await t.user({ role: 'ADMIN', fullName: 'Other Admin' })
})
afterAll(() => t.close())

const decide = (id: number, outcome: AppealOutcome, as = other) =>
  as.api('PATCH /api/admin/appeals/:id', {
    params: { id },
    body: { outcome, answer: 'We compared the photos.' },
  })
const lastMail = async (to: string) => (await t.mails(to)).at(-1)

/** Sends a message into a conversation in which a buyer asked about a listing of the sender's; returns the conversation's id. */
async function answerBuyer(sender: TestUser, body: string): Promise<number> {
  const buyer = await t.user()
  const listingId = await insertListing(t, sender, { title: 'iPhone 12', price: 25_000_000 })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  const send = (who: TestUser, text: string) =>
    who.api('POST /api/threads/:id/messages', { params: { id }, body: { body: text } })
  await send(buyer, 'Is it still available? I am in Lagos.')
  await send(sender, body)
  return id
}

const messagesOf = (who: TestUser, threadId: number) =>
  who.api('GET /api/threads/:id/messages', { params: { id: threadId }, query: {} })
const newestHeld = async (kind: 'MESSAGE' | 'SENDER', owner: TestUser) =>
  (await admin.api('GET /api/admin/held', { query: { kind } })).find((item) => item.owner.id === owner.id)
    ?.id ?? 0

const decideHeld = (id: number, decision: 'RELEASE' | 'REJECT') =>
  admin.api('PATCH /api/admin/held/:id', {
    params: { id },
    body: { decision, reason: 'It looks like advertising.', rule: 'spam' },
  })

test('[APPEAL-HELD] a message that was refused is appealed by its mail, decided by another administrator, and delivered', async () => {
  const sender = await t.user()
  const threadId = await answerBuyer(sender, 'Hello')
  const body = 'Best prices at https://shop.example/ today'
  await sql`insert into holds (kind, rule, owner_id, listing_id, thread_id, message_id, client_id, body)
    select 'MESSAGE', 'SAME_MESSAGE', seller_id, listing_id, id, nextval('messages_id_seq'), 'held', ${body}
    from threads where id = ${threadId}`.execute(t.db)
  const held = await newestHeld('MESSAGE', sender)
  await decideHeld(held, 'REJECT')
  expect((await lastMail(sender.email))?.text).toContain('https://oja.example/rules#spam')
  expect(await sender.api('GET /api/decisions')).toMatchObject([
    {
      action: 'REJECT',
      about: 'MESSAGE',
      listingId: null,
      label: body,
      stands: true,
    },
  ])
  const appealId = await appealOf(t, sender)
  await expect(decide(appealId, 'OVERTURNED', admin)).rejects.toMatchObject({ status: 403 })
  expect(await decide(appealId, 'OVERTURNED')).toMatchObject({ act: { about: 'MESSAGE', stands: false } })
  const delivered = (await messagesOf(sender, threadId)).filter((message) => message.body === body)
  expect(delivered).toMatchObject([{ readAt: null }])
  expect(delivered[0]?.held).toBeUndefined()
  const mail = await lastMail(sender.email)
  expect(mail?.subject).toBe('Your appeal succeeded')
  expect(mail?.text).toContain('Your message is delivered')
  const [last] = await admin.api('GET /api/admin/history', { query: { targetType: 'MESSAGE', limit: 1 } })
  expect(last).toMatchObject({ action: 'RELEASE', targetId: held, admin: { id: other.id } })
})

test('[APPEAL-HELD] [DATA-RETENTION] a refused message is kept while an appeal about it is open', async () => {
  const sender = await t.user()
  const threadId = await answerBuyer(sender, 'Hello')
  await sql`insert into holds (kind, rule, owner_id, listing_id, thread_id, message_id, client_id, body)
    select 'MESSAGE', 'SAME_MESSAGE', seller_id, listing_id, id, nextval('messages_id_seq'), 'kept', 'Best prices'
    from threads where id = ${threadId}`.execute(t.db)
  const held = await newestHeld('MESSAGE', sender)
  await decideHeld(held, 'REJECT')
  const appealId = await appealOf(t, sender)
  const days = thresholds.retention.decidedMessage + 1
  await sql`update holds set decided_at = now() - ${days}::integer * interval '1 day' where id = ${held}`.execute(
    t.db,
  )
  const isKept = async () => (await t.db.selectFrom('holds').where('id', '=', held).execute()).length === 1
  await removeOldRecords(t.db)
  expect(await isKept()).toBe(true)
  await decide(appealId, 'UPHELD')
  await removeOldRecords(t.db)
  expect(await isKept()).toBe(false)
})

/** A listing with an IMEI that another seller's listing has too, and the item of the review queue about it. */
async function withSharedImei() {
  const [first, second] = [await t.user(), await t.user()]
  const imei = anImei()
  const listings = [await publish(t, first), await publish(t, second)]
  for (const [index, seller] of [first, second].entries())
    await seller.api('PATCH /api/listings/:id/passport', {
      params: { id: listings[index]?.id ?? 0 },
      body: { imei },
    })
  const id = listings[1]?.id ?? 0
  const held = await admin.api('GET /api/admin/held', { query: { kind: 'PHONE', decision: 'OPEN' } })
  return {
    first,
    seller: second,
    id,
    like: listings[0]?.id ?? 0,
    item: held.find(({ listing }) => listing?.id === id)?.id ?? 0,
  }
}
const hideCopied = (id: number) =>
  admin.api('PATCH /api/admin/listings/:id', {
    params: { id },
    body: { status: 'HIDDEN', reason: 'The photos are from elsewhere.', rule: 'copied' },
  })

test('[APPEAL-OVERTURNED] [PASSPORT-TWO] a dismissed note about a phone leaves the appeal against another decision', async () => {
  const { seller, id, item } = await withSharedImei()
  await hideCopied(id)
  const appealId = await appealOf(t, seller)
  await decideHeld(item, 'RELEASE')
  expect(await decide(appealId, 'OVERTURNED')).toMatchObject({ act: { listingId: id } })
  expect(await t.visitor('GET /api/listings/:id', { params: { id } })).toMatchObject({ status: 'ACTIVE' })
})

test('[PASSPORT-TWO] the seller of a public listing whose phone is confirmed reads that it was hidden', async () => {
  const { seller, item } = await withSharedImei()
  await decideHeld(item, 'REJECT')
  expect((await lastMail(seller.email))?.subject).toContain('was hidden')
  const [newest] = await seller.api('GET /api/notifications', { query: {} })
  expect(newest?.title).toContain('was hidden')
  expect(await seller.api('GET /api/decisions')).toMatchObject([{ action: 'HIDE', about: 'LISTING' }])
})

test('[PASSPORT-TWO] a note about the phone of a listing that is hidden already can be confirmed', async () => {
  const { seller, id, item } = await withSharedImei()
  await hideCopied(id)
  await decideHeld(item, 'REJECT')
  expect((await lastMail(seller.email))?.subject).toContain('stays hidden')
})

test('[ACCESS-RECORDED] a look at the queue is one at the hidden listing that an item is compared with', async () => {
  const { first, like } = await withSharedImei()
  await first.api('PATCH /api/listings/:id', { params: { id: like }, body: { status: 'HIDDEN' } })
  expect(await first.api('GET /api/settings/accesses')).toEqual([])
  await admin.api('GET /api/admin/held', { query: { kind: 'PHONE', decision: 'OPEN' } })
  expect(await first.api('GET /api/settings/accesses')).toMatchObject([{ kind: 'LISTING' }])
})

/** A message of a seller that waits since it went to many conversations; returns its item. */
async function holdRepeated(seller: TestUser): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into holds (kind, rule, owner_id, listing_id, thread_id, message_id, client_id, body)
    select 'MESSAGE', 'SAME_MESSAGE', seller_id, listing_id, id, nextval('messages_id_seq'), 'one', 'Best prices'
    from threads where seller_id = ${seller.id} limit 1
    returning id`.execute(t.db)
  return rows[0]?.id ?? 0
}

test('[APPEAL-HELD] a decision on a sender, and an appeal against it, concern the messages that waited for it alone', async () => {
  const { sender, item } = await waitingSender()
  const repeated = await holdRepeated(sender)
  await decideHeld(item, 'REJECT')
  const appealId = await appealOf(t, sender)
  const open = await admin.api('GET /api/admin/held', { query: { kind: 'MESSAGE', decision: 'OPEN' } })
  expect(open.map(({ id }) => id)).toContain(repeated)
  await decideHeld(repeated, 'REJECT')
  await decide(appealId, 'OVERTURNED')
  const sent = await t.db.selectFrom('messages').select('body').where('sender_id', '=', sender.id).execute()
  const bodies = sent.map(({ body }) => body)
  expect([bodies.includes('Good evening'), bodies.includes('Best prices')]).toEqual([true, false])
})

test('[APPEAL-HELD] [DATA-RETENTION] what a rejected sender wrote is kept while their appeal is open, and then delivered', async () => {
  const { sender, item } = await waitingSender()
  await decideHeld(item, 'REJECT')
  const appealId = await appealOf(t, sender)
  const days = thresholds.retention.decidedMessage + 1
  await sql`update holds set decided_at = decided_at - ${days}::integer * interval '1 day' where owner_id = ${sender.id}`.execute(
    t.db,
  )
  await removeOldRecords(t.db)
  await decide(appealId, 'OVERTURNED')
  const delivered = await t.db
    .selectFrom('messages')
    .select('body')
    .where('sender_id', '=', sender.id)
    .where('body', '=', 'Good evening')
    .execute()
  expect(delivered).toHaveLength(1)
})

test('[APPEAL-HELD] [DATA-RETENTION] a decided appeal still says what it was about when the messages are deleted', async () => {
  const { sender, item } = await waitingSender()
  await decide(await appealOf(t, sender), 'UPHELD')
  await decideHeld(item, 'REJECT')
  await decide(await appealOf(t, sender), 'UPHELD')
  await decideHeld(await holdRepeated(sender), 'REJECT')
  const token = await tokenFor(t, sender)
  await decide(await appealOf(t, sender), 'UPHELD')

  for (const label of ['Best prices', '…']) {
    const acts = [
      { action: 'REJECT', about: 'MESSAGE', label, stands: true },
      { action: 'REJECT', about: 'MESSAGES', stands: true },
      { action: 'WAIT', about: 'MESSAGES', stands: false },
    ]
    const appeals = await other.api('GET /api/admin/appeals', { query: { limit: 100 } })
    const ofSender = appeals.filter(({ appellant }) => appellant.id === sender.id)
    expect(ofSender.sort((a, b) => b.id - a.id).map(({ act }) => act)).toMatchObject(acts)
    expect(await sender.api('GET /api/decisions')).toMatchObject(acts)
    expect(await t.visitor('GET /api/decisions/by-link', { query: { token } })).toMatchObject({ label })
    await sql`update holds set decided_at = decided_at - interval '400 days' where owner_id = ${sender.id}`.execute(
      t.db,
    )
    await removeOldRecords(t.db)
  }
})

/** A sender whose messages to new people wait, and a message that waits. */
async function waitingSender() {
  const sender = await t.user()
  for (let warned = 0; warned < 4; warned += 1)
    await answerBuyer(
      sender,
      'Yes, available. Send the rider fee 6,500 to this account 0123456789 Opay before he can move to your location.',
    )
  const threadId = await answerBuyer(sender, 'Good evening')
  const last = async () => (await messagesOf(sender, threadId)).at(-1)
  expect(await last()).toMatchObject({ held: 'WAITING', heldRule: 'SENDER_WAITS' })
  return { sender, item: await newestHeld('SENDER', sender), last }
}

test('[APPEAL-HELD] a sender whose messages wait gets the rule by mail and appeals; overturned, the wait ends', async () => {
  const { sender, item, last } = await waitingSender()
  const mail = await lastMail(sender.email)
  expect(mail?.subject).toBe('Your messages to new people wait')
  expect(mail?.text).toContain('https://oja.example/rules#fraud')
  const appealId = await appealOf(t, sender)
  const open = await admin.api('GET /api/admin/appeals', { query: { outcome: 'OPEN', limit: 100 } })
  expect(open.find(({ id }) => id === appealId)).toMatchObject({
    mayDecide: true,
    act: { action: 'WAIT', about: 'MESSAGES', admin: null },
  })
  const [waits] = await admin.api('GET /api/admin/history', {
    query: { targetType: 'USER', targetId: sender.id },
  })
  expect(waits).toMatchObject({ action: 'WAIT', admin: null, rule: 'fraud' })
  await decide(appealId, 'OVERTURNED')
  expect((await last())?.held).toBeUndefined()
  const [decided] = await admin.api('GET /api/admin/held', { query: { q: `#${item}` } })
  expect(decided).toMatchObject({ decision: 'RELEASE', reason: 'We compared the photos.' })
})

test('[APPEAL-HELD] a rejected sender appeals; upheld, the messages stay away, overturned, they arrive', async () => {
  const upheld = await waitingSender()
  await decideHeld(upheld.item, 'REJECT')
  await decide(await appealOf(t, upheld.sender), 'UPHELD')
  expect(await upheld.last()).toMatchObject({ held: 'REFUSED' })

  const { sender, item, last } = await waitingSender()
  await decideHeld(item, 'REJECT')
  expect((await sender.api('GET /api/decisions')).map(({ action, stands }) => [action, stands])).toEqual([
    ['REJECT', true],
  ])
  const appealId = await appealOf(t, sender)
  await expect(decide(appealId, 'OVERTURNED', admin)).rejects.toMatchObject({ status: 403 })
  await decide(appealId, 'OVERTURNED')
  expect((await last())?.held).toBeUndefined()
})
