import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageDraft, OfferStatus } from '#shared/contract/chat.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { logStatements, type StatementLog } from '#tests/support/statements.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let seller: TestUser
let buyer: TestUser
let order: Interleaving
let log: StatementLog
beforeAll(async () => {
  order = interleave()
  // Before there is a connection, which keeps what it asks with.
  log = logStatements()
  t = await startTestApp()
  seller = await t.user()
  buyer = await t.user()
})
afterAll(() => {
  log.stop()
  order.stop()
  return t.close()
})

async function newThread(): Promise<{ id: number; listingId: number }> {
  const listingId = await insertListing(t, seller)
  return { id: (await buyer.api('POST /api/threads', { body: { listingId } })).id, listingId }
}
const send = (sender: TestUser, id: number, body: Partial<MessageDraft>) =>
  sender.api('POST /api/threads/:id/messages', { params: { id }, body })
const read = (reader: TestUser, id: number) =>
  reader.api('GET /api/threads/:id/messages', { params: { id }, query: {} })
const answer = (who: TestUser, id: number, status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN') =>
  who.api('PATCH /api/messages/:id/offer', { params: { id }, body: { status } })
const statuses = async (id: number) =>
  (await read(buyer, id)).flatMap(({ offer }) => (offer ? [offer.status] : []))
const propose = (who: TestUser, id: number) =>
  who.api('POST /api/threads/:id/deals', {
    params: { id },
    body: {
      price: 100,
      place: 'Mall',
      state: 'Lagos',
      lga: 'Ikeja',
      meetsAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
const preview = async (reader: TestUser, id: number) =>
  (await reader.api('GET /api/threads/:id', { params: { id } })).messages[0]?.body

test('[OFFER-MESSAGE] either side offers by a message of its own; the other one counters, and the first accepts: both see it, once', async () => {
  const { id } = await newThread()
  const draft = { offer: 4_500_000, clientId: 'device-1-00001' }
  const offered = await send(buyer, id, draft)
  expect(offered).toMatchObject({ body: 'Offer: ₦45,000', offer: { price: 4_500_000, status: 'PENDING' } })
  expect(await send(buyer, id, draft)).toEqual(offered)
  expect(await preview(seller, id)).toBe('Offer: ₦45,000')
  const countered = await send(seller, id, { offer: 5_000_000 })
  expect(await statuses(id)).toEqual(['COUNTERED', 'PENDING'])
  expect(await answer(buyer, countered.id, 'ACCEPTED')).toEqual({ price: 5_000_000, status: 'ACCEPTED' })
  expect(await answer(buyer, countered.id, 'ACCEPTED')).toEqual({ price: 5_000_000, status: 'ACCEPTED' })
  const messages = await read(seller, id)
  expect(messages).toEqual(await read(buyer, id))
  expect(messages.map(({ body }) => body)).toEqual([
    'Offer: ₦45,000',
    'Offer: ₦50,000',
    'I accept your offer of ₦50,000.',
  ])
  expect(messages[2]).toMatchObject({
    senderId: buyer.id,
    replyTo: { id: countered.id, senderId: seller.id, text: 'Offer: ₦50,000' },
  })
  expect(await seller.api('GET /api/messages/unread-count')).toEqual({ count: 2 })
  const [notified] = await seller.api('GET /api/notifications', { query: {} })
  expect(notified).toMatchObject({ kind: 'MESSAGE', href: `/chat?thread=${id}`, count: 2 })
})

test('[OFFER-ANSWER] who answers, who withdraws; an offer that ended stays as it is, and a new one of the same person replaces theirs', async () => {
  const { id, listingId } = await newThread()
  const first = await send(buyer, id, { offer: 100 })
  expect((await failureOf(answer(buyer, first.id, 'ACCEPTED'))).status).toBe(403)
  expect((await failureOf(answer(seller, first.id, 'WITHDRAWN'))).status).toBe(403)
  expect((await failureOf(answer(await t.user(), first.id, 'DECLINED'))).status).toBe(404)
  const second = await send(buyer, id, { offer: 200 })
  expect(await statuses(id)).toEqual(['WITHDRAWN', 'PENDING'])
  expect((await failureOf(answer(seller, first.id, 'ACCEPTED'))).problem).toMatchObject({
    status: 409,
    detail: 'This offer was withdrawn.',
  })
  await answer(seller, second.id, 'DECLINED')
  expect((await failureOf(answer(buyer, second.id, 'WITHDRAWN'))).problem?.detail).toBe(
    'This offer was declined already.',
  )
  const third = await send(seller, id, { offer: 300 })
  await answer(seller, third.id, 'WITHDRAWN')
  expect(await statuses(id)).toEqual(['WITHDRAWN', 'DECLINED', 'WITHDRAWN'])
  for (const offer of [0, -1, 1.5, 1_000_000_000_001])
    expect((await failureOf(send(buyer, id, { offer }))).status, String(offer)).toBe(400)
  expect((await failureOf(send(buyer, id, { offer: 100, body: 'and words' }))).status).toBe(400)

  const { id: dealId, version } = await propose(buyer, id)
  expect((await failureOf(send(buyer, id, { offer: 100 }))).problem?.detail).toContain('open deal')
  const agreement = { params: { id: dealId }, body: { version, reserves: false } }
  await seller.api('POST /api/deals/:id/accept', agreement)
  expect((await failureOf(send(buyer, id, { offer: 100 }))).problem?.detail).toContain('open deal')
  await t.db.updateTable('listings').set({ status: 'SOLD' }).where('id', '=', listingId).execute()
  expect((await failureOf(send(buyer, id, { offer: 100 }))).problem?.detail).toContain('not for sale')
  expect(await read(buyer, id)).toHaveLength(5)
})

test('[OFFER-RACE] of acts at the same time one counts: two acceptances, an acceptance and a withdrawal or a sale, two offers', async () => {
  const { id } = await newThread()
  const { id: twice } = await send(buyer, id, { offer: 100 })
  await Promise.all(Array.from({ length: 5 }, () => answer(seller, twice, 'ACCEPTED')))
  expect(await read(buyer, id)).toHaveLength(2)

  const outcomes: OfferStatus[] = []
  for (let round = 0; round < 5; round += 1) {
    const { id: offer } = await send(buyer, id, { offer: 200 })
    const acts = await Promise.allSettled([
      answer(seller, offer, 'ACCEPTED'),
      answer(buyer, offer, 'WITHDRAWN'),
    ])
    expect(acts.map((act) => act.status).sort()).toEqual(['fulfilled', 'rejected'])
    outcomes.push(...(await statuses(id)).slice(-1))
  }
  expect(['ACCEPTED', 'WITHDRAWN']).toEqual(expect.arrayContaining(outcomes))

  await Promise.all([buyer, seller, buyer, seller].map((who, index) => send(who, id, { offer: 300 + index })))
  expect((await statuses(id)).filter((status) => status === 'PENDING')).toHaveLength(1)

  const sold = await newThread()
  const last = await send(buyer, sold.id, { offer: 100 })
  const [, acceptance] = await Promise.allSettled([
    seller.api('PATCH /api/listings/:id', { params: { id: sold.listingId }, body: { status: 'SOLD' } }),
    answer(buyer.id === last.senderId ? seller : buyer, last.id, 'ACCEPTED'),
  ])
  expect(await statuses(sold.id)).toEqual([acceptance.status === 'fulfilled' ? 'ACCEPTED' : 'CLOSED'])
})

test('[OFFER-CLOSED] an offer without an answer ends with a sold, hidden or deleted listing, a block, a completed deal, and an account that leaves', async () => {
  const ends: [string, (thread: { id: number; listingId: number }) => Promise<unknown>][] = [
    ...(['SOLD', 'HIDDEN'] as const).map(
      (status) =>
        [
          status,
          ({ listingId }: { listingId: number }) =>
            t.db.updateTable('listings').set({ status }).where('id', '=', listingId).execute(),
        ] as [string, (thread: { id: number; listingId: number }) => Promise<unknown>],
    ),
    ['deleted', ({ listingId }) => seller.api('DELETE /api/listings/:id', { params: { id: listingId } })],
    [
      'blocked',
      () => t.db.insertInto('blocks').values({ blocker_id: seller.id, blocked_id: buyer.id }).execute(),
    ],
  ]
  for (const [name, end] of ends) {
    const thread = await newThread()
    await send(buyer, thread.id, { offer: 100 })
    await end(thread)
    expect(await statuses(thread.id), name).toEqual(['CLOSED'])
  }
  await t.db.deleteFrom('blocks').execute()
  const traded = await newThread()
  const offer = await send(buyer, traded.id, { offer: 100 })
  const params = { id: (await propose(buyer, traded.id)).id }
  expect((await failureOf(answer(seller, offer.id, 'ACCEPTED'))).problem?.detail).toContain('open deal')
  const { version } = await seller.api('POST /api/deals/:id/accept', { params, body: { version: 1 } })
  expect((await failureOf(answer(seller, offer.id, 'ACCEPTED'))).problem?.detail).toContain('open deal')
  // To decline it needs no market.
  const aside = await newThread()
  const unwanted = await send(buyer, aside.id, { offer: 100 })
  await propose(buyer, aside.id)
  await answer(seller, unwanted.id, 'DECLINED')
  await seller.api('POST /api/deals/:id/confirm', { params, body: { version } })
  expect(await statuses(traded.id)).toEqual(['CLOSED'])
  const { id } = await newThread()
  await send(seller, id, { offer: 100 })
  const leaver = { deletion_due_at: new Date(Date.now() + 1e9) }
  await t.db.updateTable('users').set(leaver).where('id', '=', seller.id).execute()
  expect(await statuses(id)).toEqual(['CLOSED'])
  await t.db.updateTable('users').set({ deletion_due_at: null }).where('id', '=', seller.id).execute()
})

test('[OFFER-CLOSED] no offer is made of a listing that is deleted at the same moment', async () => {
  const { id, listingId } = await newThread()
  const deleting = order.pauseBefore(/^commit/, () =>
    seller.api('DELETE /api/listings/:id', { params: { id: listingId } }),
  )
  await deleting.reached
  const offered = failureOf(send(buyer, id, { offer: 100 }))
  await endedOrBlocked(t, offered)
  await deleting.release()
  expect((await offered).status).toBe(410)
  expect(await read(buyer, id)).toEqual([])
})

test('[OFFER-RACE] an offer, or its acceptance, and a proposal at the same moment wait for each other: none is rolled back and repeated', async () => {
  const makeOffer = (id: number) => send(buyer, id, { offer: 1000 })
  const acceptOffer = async (id: number) => {
    const { id: messageId } = await send(buyer, id, { offer: 1000 })
    return () => answer(seller, messageId, 'ACCEPTED')
  }
  for (const prepare of [async (id: number) => () => makeOffer(id), acceptOffer])
    for (const first of ['offer', 'proposal'] as const) {
      const { id } = await newThread()
      const offer = await prepare(id)
      const proposal = () => propose(seller, id)
      let outcome: string[] = []
      const statements = await log.during(async () => {
        // The first one has its first locks, and is about to take its last.
        const [one, other] = first === 'offer' ? [offer, proposal] : [proposal, offer]
        const paused = order.pauseBefore<unknown>(/^(update offers|insert into "deals"|commit)/, one)
        await paused.reached
        const later = other()
        await endedOrBlocked(t, later)
        outcome = (await Promise.allSettled([paused.release(), later])).map(({ status }) => status)
      })
      // A proposal beside an offer is fine, an offer beside an open deal is not.
      expect(outcome).toEqual(['fulfilled', first === 'offer' ? 'fulfilled' : 'rejected'])
      expect(statements.filter((text) => text === 'begin')).toHaveLength(2)
    }
})

test('[OFFER-CLOSED] an offer that is made at the moment of a block ends with it', async () => {
  const [one, other] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, one)
  const { id } = await other.api('POST /api/threads', { body: { listingId } })
  const offering = order.pauseBefore(/^insert into "offers"/, () => send(other, id, { offer: 100 }))
  await offering.reached
  const blocked = one.api('POST /api/blocks', { body: { userId: other.id } })
  await endedOrBlocked(t, blocked)
  await offering.release()
  await blocked
  expect((await read(other, id)).map(({ offer }) => offer?.status)).toEqual(['CLOSED'])
})

test('[CHAT-REPLY] [CHAT-DELETE] a reply quotes its message; deleted for oneself, a message is gone for that person alone, in the list, the quote and the preview', async () => {
  const { id } = await newThread()
  const question = await send(buyer, id, { body: `How old is it? ${'x'.repeat(300)}` })
  const reply = await send(seller, id, { body: 'Two years', replyTo: question.id })
  expect(reply.replyTo).toEqual({ id: question.id, senderId: buyer.id, text: question.body.slice(0, 160) })
  expect(await read(buyer, id)).toEqual([question, reply])

  const elsewhere = await newThread()
  expect((await send(buyer, elsewhere.id, { body: 'Hello', replyTo: question.id })).replyTo).toBeUndefined()

  const hide = (who: TestUser, messageId: number) =>
    who.api('DELETE /api/messages/:id', { params: { id: messageId } })
  await hide(buyer, question.id)
  await hide(buyer, question.id)
  expect(await read(buyer, id)).toEqual([
    { ...reply, replyTo: { id: question.id, senderId: buyer.id, text: null } },
  ])
  expect(await read(seller, id)).toEqual([question, reply])
  expect((await send(buyer, id, { body: 'Thanks', replyTo: question.id })).replyTo).toBeUndefined()
  await hide(seller, reply.id)
  await hide(seller, (await read(seller, id)).at(-1)?.id ?? 0)
  expect(await preview(seller, id)).toBe(question.body)
  expect(await preview(buyer, id)).toBe('Thanks')
  expect((await failureOf(hide(await t.user(), reply.id))).status).toBe(404)
})
