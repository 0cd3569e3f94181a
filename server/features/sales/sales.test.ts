import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { notifyOfEndedDeals } from '#server/features/deals/deals.service.ts'
import { createViewCounter } from '#server/features/listings/views.ts'
import type { Deal } from '#shared/contract/deals.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const refused = (code: string) => ({ problem: { code } })

/** A person who writes to a listing's seller. */
async function talk(listingId: number, fullName: string) {
  const buyer = await t.user({ fullName })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  const say = (by: TestUser, body: string) =>
    by.api('POST /api/threads/:id/messages', { params: { id }, body: { body } })
  await say(buyer, 'Is it there?')
  return { buyer, threadId: id, say }
}

/** A deal that the seller accepted. */
async function agree({ api }: TestUser, { buyer, threadId }: { buyer: TestUser; threadId: number }) {
  const terms = {
    ...{ price: 2_500_000, place: 'In front of the police station', state: 'Lagos', lga: 'Ikeja' },
    meetsAt: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const { id, version } = await buyer.api('POST /api/threads/:id/deals', {
    params: { id: threadId },
    body: terms,
  })
  return api('POST /api/deals/:id/accept', { params: { id }, body: { version } })
}
const complete = ({ api }: TestUser, { id, version }: Deal) =>
  api('POST /api/deals/:id/confirm', { params: { id }, body: { version } })

const statistics = ({ api }: TestUser, ...ids: number[]) =>
  api('GET /api/my-listings/statistics', { query: { ids: ids.join() } })
const buyers = ({ api }: TestUser, id: number) =>
  api('GET /api/listings/:id/possible-buyers', { params: { id } })
const sell = ({ api }: TestUser, id: number, buyer: TestUser | null, version?: string) =>
  api('POST /api/listings/:id/sale', { params: { id }, body: { buyerId: buyer?.id ?? null, version } })
const put = ({ api }: TestUser, id: number, status: 'ACTIVE' | 'SOLD') =>
  api('PATCH /api/listings/:id', { params: { id }, body: { status } })
const asked = async ({ api }: TestUser) =>
  (await api('GET /api/notifications', { query: {} })).filter(({ kind }) => kind === 'REVIEW_ASK')

test('[MINE-STATISTICS] views, saves and conversations of one’s own listings, in all and by day in Nigeria', async () => {
  const [seller, other] = [await t.user(), await t.user()]
  const [id, quiet, theirs] = [
    await insertListing(t, seller),
    await insertListing(t, seller),
    await insertListing(t, other),
  ]
  const counter = createViewCounter(t.db)
  const phone = 'Mozilla/5.0 (Linux; Android 13) Chrome/120 Mobile'
  const visited = (listingId: number) => ({ id: listingId, sellerId: 0, deletedAt: null })
  for (const ip of ['198.51.100.1', '203.0.113.7'])
    for (const listingId of [id, theirs])
      await counter.record({ listing: visited(listingId), userId: null, ip, userAgent: phone })
  await counter.flush()
  await counter.record({ listing: visited(id), userId: other.id, ip: '203.0.113.8', userAgent: phone })
  await counter.flush()
  await other.api('POST /api/favorites', { body: { listingId: id } })
  const { buyer } = await talk(id, 'Bola Buyer')
  // Opened without a word: no conversation yet.
  await other.api('POST /api/threads', { body: { listingId: id } })
  await sql`update favorites set created_at = now() - interval '40 days' where listing_id = ${quiet}`.execute(
    t.db,
  )
  await buyer.api('POST /api/favorites', { body: { listingId: id } })
  await sql`update favorites set created_at = created_at - interval '2 days'
    where listing_id = ${id} and user_id = ${buyer.id}`.execute(t.db)

  const answer = await statistics(seller, id, quiet, theirs)
  const days = (...last: number[]) => [...Array<number>(30 - last.length).fill(0), ...last]
  expect(answer).toHaveLength(2)
  expect(answer).toEqual(
    expect.arrayContaining([
      {
        ...{ id, views: 3, saves: 2, conversations: 1, soldTo: null },
        byDay: { views: days(3), saves: days(1, 0, 1), conversations: days(1) },
      },
      {
        ...{ id: quiet, views: 0, saves: 0, conversations: 0, soldTo: null },
        byDay: { views: days(), saves: days(), conversations: days() },
      },
    ]),
  )
  await seller.api('DELETE /api/listings/:id', { params: { id: quiet } })
  expect(await statistics(seller, id, quiet)).toMatchObject([{ id }])
  const message = expect.stringMatching(/^Name 1 to \d+ listings by their numbers, with commas\.$/)
  for (const ids of ['x', '1,', '0', '9999999999', Array.from({ length: 25 }, () => id).join()])
    await expect(
      seller.api('GET /api/my-listings/statistics', { query: { ids } }),
      ids,
    ).rejects.toMatchObject({ problem: { code: 'VALIDATION_FAILED', errors: [{ path: 'ids', message }] } })
})

test('[MINE-SALE] a sale names who talked about it, asks them once for a review, and proves no purchase', async () => {
  const seller = await t.user({ fullName: 'Ngozi Seller' })
  const id = await insertListing(t, seller, { title: 'Standing fan' })
  const bola = await talk(id, 'Bola Buyer')
  const kemi = await talk(id, 'Kemi Buyer')
  await bola.say(seller, 'Yes.')
  const stranger = await t.user()
  expect(await buyers(seller, id)).toMatchObject([
    { id: bola.buyer.id, fullName: 'Bola Buyer', deal: null },
    { id: kemi.buyer.id },
  ])
  await expect(sell(seller, id, stranger)).rejects.toMatchObject(refused('NOT_FOUND'))
  expect(await seller.api('GET /api/listings/:id', { params: { id } })).toMatchObject({ status: 'ACTIVE' })

  const { version = '' } = await seller.api('GET /api/listings/:id', { params: { id } })
  await seller.api('PATCH /api/listings/:id', { params: { id }, body: { price: 1_000_000 } })
  await expect(sell(seller, id, bola.buyer, version)).rejects.toMatchObject(refused('STALE_VERSION'))
  // Twice, as after a lost answer.
  for (let n = 0; n < 2; n += 1) expect(await sell(seller, id, bola.buyer)).toMatchObject({ status: 'SOLD' })
  expect((await statistics(seller, id))[0]?.soldTo).toEqual({
    ...{ id: bola.buyer.id, fullName: 'Bola Buyer', youReviewed: false },
  })
  expect(await asked(bola.buyer)).toMatchObject([
    {
      title: 'How was it with Ngozi Seller?',
      text: 'They say that you bought “Standing fan”. If you did, a review helps the next person to decide.',
      href: `/users/${seller.id}?tab=reviews#review`,
      count: 1,
    },
  ])
  const review = { stars: 5, comment: 'Came on time.' }
  for (const [by, about] of [
    [bola.buyer, seller],
    [seller, bola.buyer],
  ] as const)
    expect(
      await by.api('POST /api/users/:id/reviews', { params: { id: about.id }, body: review }),
    ).toMatchObject({ proof: 'TALKED' })
  expect((await statistics(seller, id))[0]?.soldTo?.youReviewed).toBe(true)

  // For sale again, and sold to another one: the first is not asked again.
  await put(seller, id, 'ACTIVE')
  await put(seller, id, 'SOLD')
  expect((await statistics(seller, id))[0]?.soldTo).toBeNull()
  await put(seller, id, 'ACTIVE')
  await sell(seller, id, kemi.buyer)
  await sell(seller, id, bola.buyer)
  // This sale to the first is another one, which the seller has not reviewed.
  expect((await statistics(seller, id))[0]?.soldTo).toMatchObject({ id: bola.buyer.id, youReviewed: false })
  expect(await asked(bola.buyer)).toMatchObject([{ count: 1 }])
  expect(await asked(kemi.buyer)).toMatchObject([{ count: 1 }])
  // Named by mistake: it was somebody else.
  await sell(seller, id, null)
  expect((await statistics(seller, id))[0]?.soldTo).toBeNull()

  await seller.api('POST /api/blocks', { body: { userId: kemi.buyer.id } })
  expect(await buyers(seller, id)).toMatchObject([{ id: bola.buyer.id }])
  await expect(sell(seller, id, kemi.buyer)).rejects.toMatchObject(refused('NOT_FOUND'))
})

test('[MINE-SALE] who wrote no word or has a closed account is not offered as a buyer, cannot be named, and is not shown as one', async () => {
  const seller = await t.user()
  const id = await insertListing(t, seller)
  const { buyer } = await talk(id, 'Bola Buyer')
  const silent = await t.user()
  await silent.api('POST /api/threads', { body: { listingId: id } })
  await expect(sell(seller, id, silent)).rejects.toMatchObject(refused('NOT_FOUND'))
  const setBanned = (banned_at: Date | null) =>
    t.db.updateTable('users').set({ banned_at }).where('id', '=', buyer.id).execute()
  await setBanned(new Date())
  expect(await buyers(seller, id)).toEqual([])
  await expect(sell(seller, id, buyer)).rejects.toMatchObject(refused('NOT_FOUND'))
  await setBanned(null)
  expect(await buyers(seller, id)).toMatchObject([{ id: buyer.id }])
  await sell(seller, id, buyer)
  await setBanned(new Date())
  expect(await statistics(seller, id)).toMatchObject([{ soldTo: null }])
})

test('[MINE-SALE] who looks at the listing or talks about it gets an event when it is sold to somebody', async () => {
  const seller = await t.user()
  const id = await insertListing(t, seller)
  const { buyer } = await talk(id, 'Bola Buyer')
  const emit = vi.spyOn(t.realtime, 'emitToRooms')
  onTestFinished(() => emit.mockRestore())
  await sell(seller, id, buyer)
  expect(emit).toHaveBeenCalledWith([`listing:${id}`], 'listing_changed', { listingId: id })
  const told = emit.mock.calls.filter(([, event]) => event === 'threads_changed').flatMap(([rooms]) => rooms)
  expect(told.sort()).toEqual([`user:${seller.id}`, `user:${buyer.id}`].sort())
})

test('[MINE-SALE] a sale stands while its listing is hidden, and ends when it is for sale again', async () => {
  const [seller, admin] = [await t.user(), await t.user({ role: 'ADMIN' })]
  const id = await insertListing(t, seller)
  const { buyer } = await talk(id, 'Bola Buyer')
  const moderate = (status: 'HIDDEN' | 'SOLD' | 'ACTIVE') =>
    admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status, rule: 'other' } })
  const soldTo = async () => (await statistics(seller, id))[0]?.soldTo?.id
  await sell(seller, id, buyer)
  await moderate('HIDDEN')
  expect(await soldTo()).toBeUndefined()
  await moderate('SOLD')
  expect(await soldTo()).toBe(buyer.id)
  await moderate('HIDDEN')
  await moderate('ACTIVE')
  await put(seller, id, 'SOLD')
  expect(await soldTo()).toBeUndefined()
  await seller.api('DELETE /api/listings/:id', { params: { id } })
  await expect(sell(seller, id, buyer)).rejects.toMatchObject(refused('GONE'))
})

test('[MINE-SALE-DEAL] an agreed deal is completed where it stands, and asks for reviews by itself', async () => {
  const seller = await t.user()
  const id = await insertListing(t, seller)
  const talking = await talk(id, 'Bola Buyer')
  const { buyer } = talking
  const deal = await agree(seller, talking)
  expect(await buyers(seller, id)).toMatchObject([{ deal: { id: deal.id, price: 2_500_000 } }])
  await expect(sell(seller, id, buyer)).rejects.toMatchObject(refused('CONFLICT'))
  expect(await seller.api('GET /api/listings/:id', { params: { id } })).toMatchObject({ status: 'ACTIVE' })
  await complete(seller, deal)
  // Their deal says who bought it, also where one blocked the other since.
  await buyer.api('POST /api/blocks', { body: { userId: seller.id } })
  expect(await sell(seller, id, buyer)).toMatchObject({ status: 'SOLD' })
  expect((await statistics(seller, id))[0]?.soldTo?.id).toBe(buyer.id)
  expect(await asked(buyer)).toEqual([])
})

test('[DEAL-CLOSED] deals that a seller agreed on with others end when the listing is sold to somebody, and both are told', async () => {
  const sales: [string, (seller: TestUser, id: number) => Promise<TestUser | null>][] = [
    ['somebody who wrote', async (_, id) => (await talk(id, 'Bola Buyer')).buyer],
    ['somebody else', async () => null],
    [
      'the buyer of a completed deal',
      async (seller, id) => {
        const talking = await talk(id, 'Bola Buyer')
        await complete(seller, await agree(seller, talking))
        return talking.buyer
      },
    ],
  ]
  for (const [to, buyerOf] of sales) {
    const seller = await t.user()
    const id = await insertListing(t, seller, { title: 'Standing fan' })
    const buyer = await buyerOf(seller, id)
    const kemi = await talk(id, 'Kemi Buyer')
    const deal = await agree(seller, kemi)
    await sell(seller, id, buyer)
    expect(await kemi.buyer.api('GET /api/deals/:id', { params: { id: deal.id } }), to).toMatchObject({
      status: 'CANCELLED',
      endedBy: null,
      endReason: 'The listing was sold.',
    })
    await notifyOfEndedDeals(t)
    for (const party of [kemi.buyer, seller])
      expect(
        (await t.mails(party.email)).map(({ subject }) => subject),
        to,
      ).toContain('Your deal ended: Standing fan')
  }
})
