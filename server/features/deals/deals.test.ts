import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { processListingNews } from '#server/features/listing-news/listing-news.service.ts'
import type { Deal } from '#shared/contract/deals.ts'
import type { ListingStatus } from '#shared/contract/listing-values.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing, renewalTokenFor } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { notifyOfEndedDeals, sweepDeals } from './deals.service.ts'

let t: TestApp
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const day = 86_400_000
const terms = (more: { price?: number; place?: string; meetsAt?: string; reserves?: boolean } = {}) => ({
  price: 2_500_000,
  place: 'In front of the police station',
  state: 'Lagos',
  lga: 'Ikeja',
  meetsAt: new Date(Date.now() + day).toISOString(),
  ...more,
})

/** A conversation of a buyer about a seller's new listing. */
async function converse(seller?: TestUser, listingId?: number) {
  const owner = seller ?? (await t.user({ fullName: 'Ngozi Seller' }))
  const buyer = await t.user({ fullName: 'Bola Buyer' })
  const about = listingId ?? (await insertListing(t, owner, { title: 'Standing fan, 18 inch' }))
  const thread = await buyer.api('POST /api/threads', { body: { listingId: about } })
  return { seller: owner, buyer, listingId: about, threadId: thread.id }
}

const propose = (by: TestUser, threadId: number, more = {}) =>
  by.api('POST /api/threads/:id/deals', { params: { id: threadId }, body: terms(more) })
const accept = (by: TestUser, { id, version }: Deal, reserves = false) =>
  by.api('POST /api/deals/:id/accept', { params: { id }, body: { version, reserves } })
const change = (by: TestUser, { id, version }: Deal, more = {}) =>
  by.api('PATCH /api/deals/:id', { params: { id }, body: { ...terms(more), version } })
const end = (by: TestUser, { id, version }: Deal, reason = 'I cannot come.') =>
  by.api('POST /api/deals/:id/end', { params: { id }, body: { version, reason } })
const confirm = (by: TestUser, { id, version }: Deal) =>
  by.api('POST /api/deals/:id/confirm', { params: { id }, body: { version } })
const read = (by: TestUser, { id }: Deal) => by.api('GET /api/deals/:id', { params: { id } })
const refused = (code: string) => ({ problem: { code } })
const subjects = async ({ email }: TestUser) => (await t.mails(email)).map(({ subject }) => subject)

/** An accepted deal. */
async function agree(more: { reserves?: boolean } = {}) {
  const talk = await converse()
  const deal = await accept(talk.buyer, await propose(talk.seller, talk.threadId, more))
  return { ...talk, deal }
}

test('[DEAL-WARNING] a place or reason that looks like a trick has a warning for the other one alone, and is not quoted in the mail', async () => {
  const { seller, buyer, threadId } = await converse()
  const place = 'Pay the rider first: 8123456789 Opay'
  const proposed = await propose(seller, threadId, { place })
  expect(proposed.warning).toBeNull()
  expect((await read(buyer, proposed)).warning?.kind).toBe('advance-payment')
  const [mail] = await t.mails(buyer.email)
  expect(mail?.text).not.toContain(place)
  expect(mail?.text).toContain('Take care: read the note beside the deal on Oja')
  const reason = 'See https://gtbank-alert.example.com'
  const change = (deal: Deal, place: string) =>
    buyer.api('PATCH /api/deals/:id', {
      params: { id: deal.id },
      body: { ...terms({ place }), version: deal.version },
    })
  const linked = await change(proposed, reason)
  expect(linked.warning).toBeNull()
  expect((await read(seller, linked)).warning?.kind).toBe('phishing-link')
  const other = await change(linked, 'In front of the police station')
  expect((await read(buyer, other)).warning).toBeNull()
  expect((await read(seller, other)).warning).toBeNull()
  const ended = await buyer.api('POST /api/deals/:id/end', {
    params: { id: other.id },
    body: { version: other.version, reason },
  })
  expect(ended.warning).toBeNull()
  expect((await read(seller, ended)).warning?.kind).toBe('phishing-link')
})

test('[DEAL-PROPOSE] either side proposes, the other accepts or proposes otherwise; both read it in their conversation', async () => {
  const { seller, buyer, threadId } = await converse()
  const { threadId: newer } = await converse(seller)
  await seller.api('POST /api/threads/:id/messages', { params: { id: newer }, body: { body: 'Hello' } })
  const proposed = await propose(buyer, threadId)
  // Its conversation moves to the top.
  expect((await seller.api('GET /api/threads', { query: {} })).map(({ id }) => id)).toEqual([threadId, newer])
  expect(proposed).toMatchObject({
    status: 'PROPOSED',
    proposedBy: buyer.id,
    seller: { id: seller.id, fullName: 'Ngozi Seller' },
    buyer: { id: buyer.id, fullName: 'Bola Buyer' },
    listing: { title: 'Standing fan, 18 inch' },
    mayReview: false,
  })
  expect(await subjects(seller)).toEqual(['Bola Buyer proposes a deal about Standing fan, 18 inch'])
  await expect(propose(seller, threadId)).rejects.toMatchObject(refused('CONFLICT'))
  await expect(accept(buyer, proposed)).rejects.toMatchObject(refused('CONFLICT'))
  const other = await seller.api('PATCH /api/deals/:id', {
    params: { id: proposed.id },
    body: { ...terms({ price: 2_700_000 }), version: proposed.version },
  })
  expect(other).toMatchObject({ proposedBy: seller.id, price: 2_700_000 })
  // The seller does not accept what they no longer see, the buyer what they have not seen.
  await expect(accept(buyer, proposed)).rejects.toMatchObject({
    problem: { code: 'STALE_VERSION', current: { price: 2_700_000 } },
  })
  const agreed = await accept(buyer, other)
  expect(agreed.status).toBe('ACCEPTED')
  expect(await accept(buyer, other)).toEqual(agreed)
  await expect(accept(buyer, proposed)).rejects.toMatchObject(refused('STALE_VERSION'))
  await expect(accept(buyer, agreed), 'accepted already').rejects.toMatchObject(refused('CONFLICT'))
  expect((await subjects(seller)).at(-1)).toBe('Bola Buyer accepted the deal about Standing fan, 18 inch')
  for (const party of [seller, buyer]) {
    const thread = await party.api('GET /api/threads/:id', { params: { id: threadId } })
    expect(thread.deal).toEqual(agreed)
  }
  for (const [wrong, path] of [
    [terms({ meetsAt: new Date(Date.now() - 60_000).toISOString() }), 'meetsAt'],
    [terms({ meetsAt: new Date(Date.now() + 31 * day).toISOString() }), 'meetsAt'],
    [{ ...terms(), lga: 'Enugu North' }, 'lga'],
    [terms({ place: '  ' }), 'place'],
  ] as const)
    await expect(
      seller.api('PATCH /api/deals/:id', {
        params: { id: agreed.id },
        body: { ...wrong, version: agreed.version },
      }),
    ).rejects.toMatchObject({ problem: { code: 'VALIDATION_FAILED', errors: [{ path }] } })
})

test('[DEAL-PROPOSE] [DEAL-RESERVED] each act reaches the tabs of both parties, and whoever looks at the listing where its mark may change', async () => {
  const { seller, buyer, listingId, threadId } = await converse()
  const emit = vi.spyOn(t.realtime, 'emitToRooms')
  onTestFinished(() => emit.mockRestore())
  /** The deal after an act, whose events it expects. */
  const telling = async (act: Promise<Deal>, viewers: string[]) => {
    const deal = await act
    const roomsOf = (name: string) =>
      emit.mock.calls.filter(([, event]) => event === name).flatMap(([rooms]) => rooms)
    expect(roomsOf('threads_changed').toSorted()).toEqual(
      [`user:${seller.id}`, `user:${buyer.id}`].toSorted(),
    )
    expect(roomsOf('listing_changed')).toEqual(viewers)
    emit.mockClear()
    return deal
  }
  const viewers = [`listing:${listingId}`]
  const proposed = await telling(propose(buyer, threadId), [])
  const body = { ...terms(), version: proposed.version }
  const change = seller.api('PATCH /api/deals/:id', { params: { id: proposed.id }, body })
  const agreed = await telling(accept(buyer, await telling(change, viewers)), viewers)
  await telling(confirm(buyer, agreed), viewers)
  await telling(end(buyer, agreed), viewers)
})

test('[DEAL-PROPOSE] terms whose time is over are not accepted, and may be proposed anew', async () => {
  const { seller, buyer, threadId } = await converse()
  const proposed = await propose(seller, threadId)
  await t.db
    .updateTable('deals')
    .set({ meets_at: new Date(Date.now() - 60_000) })
    .where('id', '=', proposed.id)
    .execute()
  await expect(accept(buyer, proposed)).rejects.toMatchObject(refused('CONFLICT'))
  const anew = await change(buyer, proposed)
  expect((await accept(seller, anew)).status).toBe('ACCEPTED')
})

test('[DEAL-COMPLETE] only the seller’s “I have it” completes a deal; the buyer’s press is kept before, after, and both at once', async () => {
  for (const presses of [['buyer', 'seller'], ['seller', 'buyer'], 'at once'] as const) {
    const { seller, buyer, deal } = await agree()
    const press = (who: 'seller' | 'buyer') => confirm(who === 'seller' ? seller : buyer, deal)
    if (presses === 'at once')
      await Promise.all([press('seller'), press('buyer'), press('seller'), press('buyer')])
    else
      for (const who of presses) {
        const after = await press(who)
        if (who === 'buyer' && presses[0] === 'buyer')
          expect(after).toMatchObject({ status: 'ACCEPTED', paidAt: null })
      }
    const done = await read(buyer, deal)
    expect(done).toMatchObject({ status: 'COMPLETED', endedBy: null, endReason: null })
    expect(done.paidAt).not.toBeNull()
    expect(done.triedAt).not.toBeNull()
    // Sent once more after a lost answer, nothing changes.
    expect(await press('seller')).toEqual(await read(seller, deal))
    expect((await press('buyer')).triedAt).toBe(done.triedAt)
    await expect(end(buyer, deal)).rejects.toMatchObject(refused('CONFLICT'))
  }
})

test('[DEAL-COMPLETE] a press is about the terms that were seen: not of a proposal, and not after other terms', async () => {
  const { seller, buyer, deal } = await agree()
  const changed = await change(buyer, deal, { price: 100 })
  expect(changed.status).toBe('PROPOSED')
  for (const act of [confirm, change, end])
    await expect(act(seller, deal)).rejects.toMatchObject(refused('STALE_VERSION'))
  await expect(confirm(seller, changed)).rejects.toMatchObject(refused('CONFLICT'))
  // What was tried before other terms were proposed is to be tried again.
  const tried = await confirm(buyer, await accept(seller, changed))
  expect(tried.triedAt).not.toBeNull()
  const anew = await change(buyer, tried)
  expect(anew.triedAt).toBeNull()
})

test('[DEAL-END] either party declines or calls off with a reason; the end of an agreed deal causes a mail', async () => {
  const { seller, buyer, threadId } = await converse()
  const first = await propose(buyer, threadId)
  await expect(end(seller, first, '  ')).rejects.toMatchObject(refused('VALIDATION_FAILED'))
  expect(await end(seller, first, 'Too low.')).toMatchObject({
    status: 'DECLINED',
    endedBy: seller.id,
    endReason: 'Too low.',
  })
  expect(await read(buyer, first)).toMatchObject({ endReason: 'Too low.' })
  const second = await propose(buyer, threadId)
  expect(await end(buyer, second)).toMatchObject({ status: 'CANCELLED' })
  const third = await accept(seller, await propose(buyer, threadId))
  const off = await end(seller, third, 'My car broke down.')
  expect(off).toMatchObject({ status: 'CANCELLED', endedBy: seller.id })
  expect(await end(seller, third)).toEqual(off)
  for (const act of [confirm, change])
    await expect(act(buyer, third)).rejects.toMatchObject(refused('CONFLICT'))
  const mail = (await t.mails(buyer.email)).at(-1)
  expect(mail?.subject).toBe('Ngozi Seller called off the deal about Standing fan, 18 inch')
  expect(mail?.text).toContain('> My car broke down.')
  // Declined and withdrawn proposals are only shown.
  expect((await subjects(buyer)).filter((subject) => subject?.includes('called off'))).toHaveLength(1)
})

test('[DEAL-RESERVED] the listing shows as reserved if the seller wishes, for one deal at a time', async () => {
  const { seller, buyer, listingId, threadId, deal } = await agree({ reserves: true })
  const isReserved = async () =>
    (await t.visitor('GET /api/listings/:id', { params: { id: listingId } })).reserved
  expect(deal.reserves).toBe(true)
  expect(await isReserved()).toBe(true)
  const other = await converse(seller, listingId)
  const thread = await other.buyer.api('GET /api/threads/:id', { params: { id: other.threadId } })
  expect(thread.listing).toMatchObject({ status: 'ACTIVE', reserved: true })
  expect(thread.deal).toBeNull()
  // A second deal stands beside it, without reserving.
  const asked = await propose(other.buyer, other.threadId, { reserves: true })
  expect(asked.reserves).toBe(false)
  const second = await accept(seller, asked, true)
  expect(second).toMatchObject({ status: 'ACCEPTED', reserves: false })
  const reserve = (by: TestUser, { id }: Deal, reserves: boolean) =>
    by.api('POST /api/deals/:id/reserve', { params: { id }, body: { reserves } })
  await expect(reserve(seller, second, true)).rejects.toMatchObject(refused('CONFLICT'))
  await expect(reserve(buyer, deal, false)).rejects.toMatchObject(refused('FORBIDDEN'))
  await reserve(seller, deal, false)
  expect(await isReserved()).toBe(false)
  // A proposal reserves nothing yet.
  const third = await converse(seller, listingId)
  expect((await propose(seller, third.threadId, { reserves: true })).reserves).toBe(true)
  await reserve(seller, second, true)
  expect(await isReserved()).toBe(true)
  // A meeting that was over a day ago reserves nothing.
  await t.db
    .updateTable('deals')
    .set({ meets_at: new Date(Date.now() - 2 * day) })
    .where('id', '=', second.id)
    .execute()
  expect(await isReserved()).toBe(false)
  await reserve(seller, deal, true)
  expect(await isReserved()).toBe(true)
  expect((await read(seller, second)).reserves).toBe(false)
  const { deal: reserving } = await buyer.api('GET /api/threads/:id', { params: { id: threadId } })
  expect(reserving?.status).toBe('ACCEPTED')
  // Whatever a buyer sends, the wish is the seller's.
  const change = (by: TestUser, { id, version }: Deal, reserves: boolean) =>
    by.api('PATCH /api/deals/:id', { params: { id }, body: { ...terms({ reserves }), version } })
  const changed = await change(buyer, await read(buyer, deal), false)
  expect(changed.reserves).toBe(true)
  const unreserved = await change(seller, changed, false)
  expect((await change(buyer, unreserved, true)).reserves).toBe(false)
  await reserve(seller, await accept(seller, await read(seller, deal)), true)
  await end(buyer, await read(buyer, deal))
  expect(await isReserved()).toBe(false)
})

test('[DEAL-PROPOSE] a message that is sent while a deal is being proposed is not newer than the last activity of its conversation', async () => {
  const { seller, buyer, threadId } = await converse()
  const proposing = order.pauseBefore(/^insert into "deals"/, () => propose(buyer, threadId))
  await proposing.reached
  const message = await seller.api('POST /api/threads/:id/messages', {
    params: { id: threadId },
    body: { body: 'It is still there.' },
  })
  await proposing.release()
  const { lastMsgAt } = await buyer.api('GET /api/threads/:id', { params: { id: threadId } })
  expect(Date.parse(lastMsgAt)).toBeGreaterThanOrEqual(Date.parse(message.createdAt))
})

test('[DEAL-RESERVED] of two deals that are agreed at the same moment one reserves the listing', async () => {
  const { seller, buyer, listingId, threadId } = await converse()
  const other = await converse(seller, listingId)
  const first = await propose(seller, threadId, { reserves: true })
  const second = await propose(seller, other.threadId, { reserves: true })
  const accepting = order.pauseBefore(/^commit/, () => accept(buyer, first))
  await accepting.reached
  const late = accept(other.buyer, second)
  await endedOrBlocked(t, late)
  const reserves = [(await accepting.release()).reserves, (await late).reserves]
  expect(reserves).toEqual([true, false])
})

test('[DEAL-CLOSED] open deals end with a deleted or moderated listing, a block, a ban and a leaving account; a sale ends proposals', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  const ends: [string, string, (talk: Awaited<ReturnType<typeof agree>>) => Promise<unknown>][] = [
    [
      'deleted',
      'The listing was deleted.',
      ({ seller, listingId }) => seller.api('DELETE /api/listings/:id', { params: { id: listingId } }),
    ],
    [
      'hidden by an administrator',
      'The listing is being reviewed.',
      ({ listingId }) =>
        admin.api('PATCH /api/admin/listings/:id', { params: { id: listingId }, body: { status: 'HIDDEN' } }),
    ],
    [
      'blocked',
      'The conversation was closed.',
      ({ seller, buyer }) => buyer.api('POST /api/blocks', { body: { userId: seller.id } }),
    ],
    [
      'banned',
      'The conversation was closed.',
      ({ seller }) => admin.api('POST /api/admin/users/:id/ban', { params: { id: seller.id }, body: {} }),
    ],
    [
      'leaving',
      'The conversation was closed.',
      ({ seller }) =>
        t.db
          .updateTable('users')
          .set({ deletion_due_at: new Date(Date.now() + 30 * day) })
          .where('id', '=', seller.id)
          .execute(),
    ],
  ]
  for (const [what, endReason, act] of ends) {
    const talk = await agree({ reserves: true })
    await act(talk)
    await Promise.all([notifyOfEndedDeals(t), notifyOfEndedDeals(t)])
    const told = async (who: TestUser) =>
      (await subjects(who)).filter((subject) => subject === 'Your deal ended: Standing fan, 18 inch').length
    expect([await told(talk.buyer), await told(talk.seller)], what).toEqual(
      what === 'blocked' ? [0, 1] : [1, 0],
    )
    expect(await read(talk.buyer, talk.deal), what).toMatchObject({
      status: 'CANCELLED',
      endedBy: null,
      endReason,
    })
    await expect(propose(talk.buyer, talk.threadId), what).rejects.toMatchObject({
      status: expect.toSatisfy((status: number) => [403, 409, 410].includes(status)),
    })
  }
  // However many end at once, and where nobody of the first ones is told.
  const gone = await agree({ reserves: true })
  const last = await agree({ reserves: true })
  await sql`insert into deals (thread_id, listing_id, seller_id, buyer_id, proposed_by, price, place, state, lga, meets_at,
      reserves, status, ended_at, to_tell)
    select d.thread_id, d.listing_id, d.seller_id, d.buyer_id, d.proposed_by, d.price, d.place, d.state, d.lga, d.meets_at,
      d.reserves, 'CANCELLED', now(), true
    from deals d, generate_series(1, 100) where d.id = ${gone.deal.id}`.execute(t.db)
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(Date.now() + 30 * day) })
    .where('id', 'in', [gone.seller.id, gone.buyer.id])
    .execute()
  await last.seller.api('DELETE /api/listings/:id', { params: { id: last.listingId } })
  const quiet = await agree()
  await quiet.buyer.api('PATCH /api/settings/notifications', { body: { messages: false } })
  await quiet.seller.api('DELETE /api/listings/:id', { params: { id: quiet.listingId } })
  // The newest ones.
  await sql`update deals set id = default where id = ${last.deal.id}`.execute(t.db)
  await notifyOfEndedDeals(t)
  expect(await subjects(last.buyer)).toContain('Your deal ended: Standing fan, 18 inch')
  expect(await subjects(quiet.buyer)).not.toContain('Your deal ended: Standing fan, 18 inch')
  expect(await quiet.buyer.api('GET /api/notifications', { query: {} })).toContainEqual(
    expect.objectContaining({ kind: 'DEAL', title: 'Your deal ended' }),
  )

  // While nobody else sees the listing, what its parties began goes on: they can still agree on another time.
  for (const hidden of [{ status: 'HIDDEN' }, { status: 'HIDDEN', ended_at: new Date() }] as const) {
    const away = await agree()
    await t.db.updateTable('listings').set(hidden).where('id', '=', away.listingId).execute()
    const moved = await away.buyer.api('PATCH /api/deals/:id', {
      params: { id: away.deal.id },
      body: { ...terms(), version: away.deal.version },
    })
    expect((await accept(away.seller, moved)).status).toBe('ACCEPTED')
    await end(away.buyer, await read(away.buyer, away.deal))
    await expect(propose(away.buyer, away.threadId)).rejects.toMatchObject(refused('CONFLICT'))
  }

  const talk = await agree()
  const other = await converse(talk.seller, talk.listingId)
  const proposal = await propose(other.buyer, other.threadId)
  const over = await agree()
  await t.db
    .updateTable('deals')
    .set({ meets_at: new Date(Date.now() - 2 * day) })
    .where('id', '=', over.deal.id)
    .execute()
  // Toggled, it is told once; of a meeting that is over, nothing.
  for (const status of ['SOLD', 'ACTIVE', 'SOLD'] as const) {
    for (const { seller, listingId } of [talk, over])
      await seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body: { status } })
    await processListingNews(t)
  }
  const toldOfSale = async (who: TestUser) =>
    (await subjects(who)).filter((subject) => subject === 'Marked as sold: Standing fan, 18 inch').length
  expect(await Promise.all([talk.buyer, talk.seller, other.buyer, over.buyer].map(toldOfSale))).toEqual([
    1, 0, 0, 0,
  ])
  expect(await talk.buyer.api('GET /api/notifications', { query: {} })).toContainEqual(
    expect.objectContaining({ kind: 'DEAL', title: 'Ngozi Seller marked it as sold' }),
  )
  expect(await read(other.buyer, proposal)).toMatchObject({
    status: 'CANCELLED',
    endReason: 'The listing was sold.',
  })
  // The agreed deal may be that sale: its parties can still agree on another time.
  const later = await talk.buyer.api('PATCH /api/deals/:id', {
    params: { id: talk.deal.id },
    body: { ...terms({ meetsAt: new Date(Date.now() + 2 * day).toISOString() }), version: talk.deal.version },
  })
  const agreed = await accept(talk.seller, later)
  expect(await confirm(talk.seller, agreed)).toMatchObject({ status: 'COMPLETED' })
  await expect(propose(other.buyer, other.threadId)).rejects.toMatchObject(refused('CONFLICT'))
})

test('[DEAL-CLOSED] the buyer of an agreed deal is told of a sale also where the listing was hidden or had ended before', async () => {
  const change = ({ seller, listingId }: { seller: TestUser; listingId: number }, status: ListingStatus) =>
    seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body: { status } })
  const hidden = await agree()
  await change(hidden, 'HIDDEN')
  await change(hidden, 'SOLD')
  const ended = await agree()
  await t.db
    .updateTable('listings')
    .set({ status: 'HIDDEN', ended_at: new Date(), ends_at: new Date() })
    .where('id', '=', ended.listingId)
    .execute()
  const token = await renewalTokenFor(t, ended.listingId)
  await t.visitor('POST /api/renewals', { query: { token }, body: { answer: 'SOLD' } })
  await processListingNews(t)
  for (const { buyer } of [hidden, ended])
    expect(await subjects(buyer)).toContain('Marked as sold: Standing fan, 18 inch')
})

test('[DEAL-CLOSED] no deal that is proposed at the moment of a block or a ban stays open', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  const block = (by: TestUser, { id }: TestUser) => by.api('POST /api/blocks', { body: { userId: id } })
  const ban = ({ id }: TestUser) => admin.api('POST /api/admin/users/:id/ban', { params: { id }, body: {} })
  const acts: [string, (talk: Awaited<ReturnType<typeof converse>>) => Promise<unknown>][] = [
    ['the other one blocks', ({ seller, buyer }) => block(seller, buyer)],
    ['the other one is banned', ({ seller }) => ban(seller)],
    ['the proposer is banned', ({ buyer }) => ban(buyer)],
  ]
  for (const [what, act] of acts)
    for (const [first, before] of [
      ['proposal', /^insert into "deals"/],
      ['act', /^commit/],
    ] as const) {
      const talk = await converse()
      const proposing = () => propose(talk.buyer, talk.threadId)
      const [one, other] = first === 'proposal' ? [proposing, () => act(talk)] : [() => act(talk), proposing]
      const paused = order.pauseBefore<unknown>(before, one)
      await paused.reached
      const later = other()
      await endedOrBlocked(t, later)
      await Promise.allSettled([paused.release(), later])
      const deals = await t.db
        .selectFrom('deals')
        .select(['status', 'end_reason'])
        .where('thread_id', '=', talk.threadId)
        .execute()
      expect(deals, `${what}, ${first} first`).toEqual(
        first === 'act' ? [] : [{ status: 'CANCELLED', end_reason: 'The conversation was closed.' }],
      )
    }
})

test('[DEAL-CLOSED] a deal that is accepted at the moment of a ban ends with it', async () => {
  const { seller, buyer, threadId } = await converse()
  const proposed = await propose(seller, threadId)
  const accepting = order.pauseBefore(/^update "deals"/, () => accept(buyer, proposed))
  await accepting.reached
  const admin = await t.user({ role: 'ADMIN' })
  const banned = admin.api('POST /api/admin/users/:id/ban', { params: { id: seller.id }, body: {} })
  await endedOrBlocked(t, banned)
  await accepting.release()
  await banned
  expect((await read(buyer, proposed)).status).toBe('CANCELLED')
})

test('[DEAL-CLOSED] an open deal ends a week after its meeting, and a proposal a week after its time', async () => {
  const [old, recent, talk] = [await agree(), await agree(), await converse()]
  const sold = await agree()
  await confirm(sold.seller, sold.deal)
  const unanswered = { ...talk, deal: await propose(talk.seller, talk.threadId) }
  for (const [{ deal }, days] of [
    [old, 8],
    [unanswered, 8],
    [sold, 8],
    [recent, 6],
  ] as const)
    await t.db
      .updateTable('deals')
      .set({ meets_at: new Date(Date.now() - days * day) })
      .where('id', '=', deal.id)
      .execute()
  await sweepDeals(t.db)
  expect(await read(old.buyer, old.deal)).toMatchObject({
    status: 'CANCELLED',
    endReason: 'Nobody said how the meeting ended.',
  })
  expect(await read(unanswered.buyer, unanswered.deal)).toMatchObject({
    status: 'CANCELLED',
    endReason: 'The time of the meeting passed without an answer.',
  })
  expect((await read(recent.buyer, recent.deal)).status).toBe('ACCEPTED')
  expect((await read(sold.buyer, sold.deal)).status).toBe('COMPLETED')
})

test('[DEAL-SHARE] a link shows listing, people, place and time without a session, until a day after the meeting or until it is revoked, and only of an agreed meeting', async () => {
  const { seller, buyer, listingId, threadId, deal } = await agree()
  const share = () => buyer.api('POST /api/deals/:id/meeting-link', { params: { id: deal.id } })
  const open = (path: string) =>
    t.visitor('GET /api/meetings/by-link', { query: { token: path.split('token=')[1] ?? '' } })
  const { path, expiresAt } = await share()
  expect(Date.parse(expiresAt)).toBe(Date.parse(deal.meetsAt) + day)
  expect(await open(path)).toEqual({
    listing: 'Standing fan, 18 inch',
    sharedBy: 'Bola Buyer',
    meets: 'Ngozi Seller',
    place: 'In front of the police station',
    state: 'Lagos',
    lga: 'Ikeja',
    meetsAt: deal.meetsAt,
    status: 'ACCEPTED',
    expiresAt,
  })
  expect((await read(buyer, deal)).sharesMeeting).toBe(true)
  expect((await read(seller, deal)).sharesMeeting).toBe(false)
  const again = await share()
  await expect(open(path)).rejects.toMatchObject(refused('NOT_FOUND'))
  await end(seller, deal)
  expect(await open(again.path)).toMatchObject({ status: 'CANCELLED' })
  await t.db
    .updateTable('deals')
    .set({ meets_at: new Date(Date.now() - 2 * day) })
    .where('id', '=', deal.id)
    .execute()
  await t.db
    .updateTable('meeting_links')
    .set({ created_at: new Date(Date.now() - 1.01 * day) })
    .where('deal_id', '=', deal.id)
    .execute()
  await expect(open(again.path)).rejects.toMatchObject(refused('NOT_FOUND'))
  await sweepDeals(t.db)
  expect(await t.db.selectFrom('meeting_links').selectAll().where('deal_id', '=', deal.id).execute()).toEqual(
    [],
  )
  const proposed = await propose(buyer, threadId)
  await expect(
    buyer.api('POST /api/deals/:id/meeting-link', { params: { id: proposed.id } }),
  ).rejects.toMatchObject(refused('CONFLICT'))
  const next = await accept(seller, proposed)
  const revoked = await buyer.api('POST /api/deals/:id/meeting-link', { params: { id: next.id } })
  const endSharing = (by: TestUser) =>
    by.api('DELETE /api/deals/:id/meeting-link', { params: { id: next.id } })
  // Each ends their own.
  await expect(endSharing(await t.user())).rejects.toMatchObject(refused('NOT_FOUND'))
  await endSharing(seller)
  expect(await open(revoked.path)).toMatchObject({ status: 'ACCEPTED' })
  // Shared anew after the meeting it works for another day.
  const before = new Date(Date.now() - 2 * day)
  await t.db.updateTable('deals').set({ meets_at: before }).where('id', '=', next.id).execute()
  await t.db.updateTable('meeting_links').set({ created_at: before }).where('deal_id', '=', next.id).execute()
  await expect(open(revoked.path)).rejects.toMatchObject(refused('NOT_FOUND'))
  expect((await read(buyer, next)).sharesMeeting).toBe(false)
  const late = await buyer.api('POST /api/deals/:id/meeting-link', { params: { id: next.id } })
  // What its owner writes while it is hidden is nobody else's.
  for (const body of [{ status: 'HIDDEN' }, { title: 'A fan that I keep' }] as const)
    await seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body })
  expect(await open(late.path)).toMatchObject({ status: 'ACCEPTED', listing: 'Standing fan, 18 inch' })
  await endSharing(buyer)
  await expect(open(late.path)).rejects.toMatchObject(refused('NOT_FOUND'))
  await expect(open(revoked.path)).rejects.toMatchObject(refused('NOT_FOUND'))
  await expect(open('?token=made-up')).rejects.toMatchObject(refused('NOT_FOUND'))
})
