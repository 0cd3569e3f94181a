import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#tests/support/accounts.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { fillCopyDigests } from './copies.service.ts'

let t: TestApp
let admin: TestUser
let order: Interleaving

beforeAll(async () => {
  order = interleave()
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  admin = await t.user({ role: 'ADMIN', fullName: 'Ife Admin' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const long = (about: string) =>
  `${about}: bought in Ikeja last year, used on Sundays only, and kept in its box with all its papers ever since.`
const read = (id: number, as = t.visitor) => as('GET /api/listings/:id', { params: { id } })
const queueOf = async (listingId: number) =>
  (await admin.api('GET /api/admin/held', { query: { limit: 100 } })).filter(
    ({ listing }) => listing?.id === listingId,
  )
const decide = (id: number, decision: 'RELEASE' | 'REJECT', reason?: string) =>
  admin.api('PATCH /api/admin/held/:id', { params: { id }, body: { decision, reason } })
const change = (seller: TestUser, id: number, body: Record<string, unknown>) =>
  seller.api('PATCH /api/listings/:id', { params: { id }, body })

test('[ABUSE-COPIES] the third copy of a listing waits for an administrator, who lets it go public', async () => {
  const seller = await t.user({ fullName: 'Sade Seller' })
  const first = await publish(t, seller, { title: 'Gas cooker, four burners', description: long('Cooker') })
  await publish(t, seller, { title: 'GAS COOKER – four burners!', description: long('COOKER') })
  const third = await publish(t, seller, { title: 'Gas cooker four burners', description: long('cooker') })
  const reason =
    'We look at this listing before others can see it: you have 2 active listings that say the same.'
  const waits = { status: 'HIDDEN', hiddenByModerator: true, moderationState: 'PENDING_REVIEW' }
  expect(third).toMatchObject({ ...waits, moderationReason: reason })
  await expect(read(third.id)).rejects.toMatchObject({ status: 404 })
  expect(await read(third.id, seller.api)).toMatchObject({
    ...waits,
    moderationReason: reason,
    sellerFacts: third.sellerFacts,
  })
  const mine = await seller.api('GET /api/my-listings', { query: {} })
  expect(mine.find(({ id }) => id === third.id)).toMatchObject({ ...waits, moderationReason: reason })
  // Its owner cannot show it, and gets the reason.
  expect((await failureOf(change(seller, third.id, { status: 'ACTIVE' }))).problem).toMatchObject({
    status: 403,
    detail: reason,
  })

  const [hold, ...more] = await queueOf(third.id)
  expect(more).toEqual([])
  expect(hold).toMatchObject({
    kind: 'LISTING',
    rule: 'COPIES',
    owner: { id: seller.id, fullName: 'Sade Seller', isBanned: false },
    listing: { id: third.id, state: 'HIDDEN' },
    like: { id: first.id, state: 'ACTIVE', seller: { id: seller.id } },
    message: null,
    decision: null,
  })
  const released = await decide(hold?.id ?? 0, 'RELEASE')
  expect(released).toMatchObject({ decision: 'RELEASE', decidedBy: { id: admin.id, fullName: 'Ife Admin' } })
  expect(await read(third.id)).toMatchObject({
    status: 'ACTIVE',
    moderationState: null,
    moderationReason: null,
  })
  expect((await t.visitor('GET /api/listings', { query: { search: 'gas cooker four' } })).length).toBe(3)
  expect((await t.mails(seller.email)).map(({ subject }) => subject)).toEqual([
    'Your listing is shown again: “Gas cooker four burners”',
  ])
  const acts = await admin.api('GET /api/admin/history', {
    query: { targetType: 'LISTING', targetId: third.id },
  })
  expect(acts).toMatchObject([{ action: 'RELEASE', label: 'Gas cooker four burners' }])
  expect((await failureOf(decide(hold?.id ?? 0, 'REJECT'))).status).toBe(409)
  // Once released, it may be sold and offered again.
  await change(seller, third.id, { status: 'SOLD' })
  expect(await change(seller, third.id, { status: 'ACTIVE' })).toMatchObject({ status: 'ACTIVE' })
})

test('[ABUSE-COPIES] another price, category or text is another listing; sold and deleted ones do not count', async () => {
  const seller = await t.user()
  const cooker = (fields: object = {}) =>
    publish(t, seller, { title: 'Rice cooker, clean', description: long('Rice'), price: 500_000, ...fields })
  const [one, two] = [await cooker(), await cooker()]
  for (const fields of [{ price: 499_900 }, { categoryId: 2 }, { title: 'Rice cooker, new' }])
    expect(await cooker(fields)).toMatchObject({ status: 'ACTIVE' })
  await change(seller, one.id, { status: 'SOLD' })
  const three = await cooker()
  expect(three).toMatchObject({ status: 'ACTIVE' })
  await seller.api('DELETE /api/listings/:id', { params: { id: two.id } })
  const four = await cooker()
  expect(four).toMatchObject({ status: 'ACTIVE' })
  // The sold one would be the third again.
  expect(await change(seller, one.id, { status: 'ACTIVE' })).toMatchObject({ status: 'HIDDEN' })
})

test('[ABUSE-COPIES] an ended listing that is renewed beside its copies waits, and the renewal says why', async () => {
  const seller = await t.user()
  const draft = { title: 'Blender, two jars', description: long('Blender') }
  const { id } = await publish(t, seller, draft)
  const ended = { status: 'HIDDEN' as const, ended_at: new Date() }
  await t.db.updateTable('listings').set(ended).where('id', '=', id).execute()
  await publish(t, seller, draft)
  await publish(t, seller, draft)
  const renewal = await seller.api('POST /api/listings/:id/renew', { params: { id } })
  expect(renewal.moderationReason).toMatch(/^We look at this listing .* 2 active listings that say the same/)
  expect(await queueOf(id)).toHaveLength(1)
  const [{ id: other = 0 } = {}] = await seller.api('GET /api/my-listings', { query: {} })
  const shown = await seller.api('POST /api/listings/:id/renew', { params: { id: other } })
  expect(shown.moderationReason).toBeNull()
})

test('[ABUSE-COPIES] an edit that makes a copy is held back; one that changes nothing of it is not', async () => {
  const seller = await t.user()
  const draft = { title: 'Standing fan, silver', description: long('Fan') }
  await publish(t, seller, draft)
  const second = await publish(t, seller, { title: 'Standing fan, white', description: long('White fan') })
  // The second of a kind, itself included.
  expect(await change(seller, second.id, draft)).toMatchObject({ status: 'ACTIVE' })
  const other = await publish(t, seller, { title: 'Standing fan, black', description: long('Another fan') })
  expect(await change(seller, other.id, draft)).toMatchObject({
    status: 'HIDDEN',
    moderationReason: expect.stringMatching(/^We look at this listing/),
  })
  expect(await queueOf(other.id)).toHaveLength(1)
  // Three that existed before the rule: editing one of them has no penalty.
  const old = await insertListing(t, seller, { ...draft, price: 700 })
  await insertListing(t, seller, { ...draft, price: 700 })
  await insertListing(t, seller, { ...draft, price: 700 })
  expect(await change(seller, old, { ...draft, price: 700, lga: 'Eti-Osa' })).toMatchObject({
    status: 'ACTIVE',
  })
})

test('[ABUSE-COPIES] whether a listing waits is no matter of words: an administrator may give the same reason', async () => {
  const seller = await t.user()
  const { id } = await publish(t, seller, { title: 'Ceiling fan, brown', description: long('Ceiling') })
  const reason = 'We look at this listing before others can see it: it was reported.'
  await admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status: 'HIDDEN', reason } })
  const hidden = { moderationState: 'HIDDEN', moderationReason: reason }
  expect(await read(id, seller.api)).toMatchObject(hidden)
  expect(await seller.api('GET /api/my-listings', { query: {} })).toMatchObject([hidden])
  expect((await failureOf(change(seller, id, { status: 'ACTIVE' }))).problem).toMatchObject({
    detail: expect.stringMatching(/^Our moderators hid/),
  })
})

test('[ABUSE-TEXT] a description of another seller is held back, and refused with a reason', async () => {
  const [honest, thief] = [await t.user({ fullName: 'Honest Hawa' }), await t.user()]
  const original = await publish(t, honest, { title: 'Toyota Corolla 2012', description: long('Tokunbo') })
  const copy = await publish(t, thief, {
    title: 'Corolla, very cheap',
    description: long('  TOKUNBO').toUpperCase(),
    price: 100,
  })
  expect(copy).toMatchObject({
    status: 'HIDDEN',
    moderationReason:
      'We look at this listing before others can see it: another seller has a listing with this description.',
  })
  const [hold] = await queueOf(copy.id)
  expect(hold).toMatchObject({
    rule: 'TEXT_OF_ANOTHER',
    like: {
      id: original.id,
      title: 'Toyota Corolla 2012',
      seller: { id: honest.id, fullName: 'Honest Hawa' },
    },
  })
  expect(await decide(hold?.id ?? 0, 'REJECT', 'These are not your words.')).toMatchObject({
    decision: 'REJECT',
    reason: 'These are not your words.',
    listing: { state: 'HIDDEN' },
  })
  await expect(read(copy.id)).rejects.toMatchObject({ status: 404 })
  expect(await read(copy.id, thief.api)).toMatchObject({
    status: 'HIDDEN',
    moderationState: 'HIDDEN',
    moderationReason: 'These are not your words.',
  })
  const [mail] = await t.mails(thief.email)
  expect(mail?.subject).toBe('Your listing stays hidden: “Corolla, very cheap”')
  expect(mail?.text).toContain('The reason: These are not your words.')
  // The first listing is not affected, whatever its seller changes, also beside a copy that was released.
  const released = await publish(t, await t.user(), {
    title: 'Corolla of the same dealer',
    description: long('Tokunbo'),
  })
  await decide((await queueOf(released.id))[0]?.id ?? 0, 'RELEASE')
  const title = 'Toyota Corolla 2012, first body'
  expect(await change(honest, original.id, { title, price: 200_000_000 })).toMatchObject({ status: 'ACTIVE' })
})

test('[ABUSE-COPIES] a held listing that its seller changed after the administrator had read it is not decided unseen', async () => {
  const seller = await t.user()
  const copy = { title: 'Cane basket, large', description: long('Basket') }
  for (let count = 0; count < 2; count += 1) await publish(t, seller, copy)
  const { id } = await publish(t, seller, copy)
  const read = (await queueOf(id))[0]
  await change(seller, id, { description: long('Pay before you see it') })
  const body = { decision: 'RELEASE', version: read?.listing?.version } as const
  const refused = await failureOf(
    admin.api('PATCH /api/admin/held/:id', { params: { id: read?.id ?? 0 }, body }),
  )
  expect(refused).toMatchObject({ status: 409, problem: { code: 'STALE_VERSION' } })
  const again = (await queueOf(id))[0]
  expect(again).toMatchObject({ decision: null, listing: { description: long('Pay before you see it') } })
  const version = again?.listing?.version
  await admin.api('PATCH /api/admin/held/:id', { params: { id: again?.id ?? 0 }, body: { ...body, version } })
  expect(await seller.api('GET /api/listings/:id', { params: { id } })).toMatchObject({ status: 'ACTIVE' })
})

test('[ABUSE-TEXT] an older listing that is edited to another seller’s words is looked at too, also in two steps', async () => {
  const [honest, thief] = [await t.user(), await t.user()]
  const plain = (title: string) => publish(t, thief, { title, description: long(title) })
  const [edited, sold] = [await plain('Older thing'), await plain('Older thing that is sold')]
  const { description } = await publish(t, honest, { title: 'Honest sofa', description: long('Sofa') })
  expect(await change(thief, edited.id, { description })).toMatchObject({ moderationState: 'PENDING_REVIEW' })
  await change(thief, sold.id, { status: 'SOLD' })
  await change(thief, sold.id, { description })
  expect(await change(thief, sold.id, { status: 'ACTIVE' })).toMatchObject({
    moderationState: 'PENDING_REVIEW',
  })
})

test('[ABUSE-TEXT] what waits since its owner showed it is for sale once it is released, whatever moderators did before', async () => {
  const [honest, owner] = [await t.user(), await t.user()]
  const { description } = await publish(t, honest, { title: 'Honest lamp', description: long('Lamp') })
  const { id } = await publish(t, owner, { title: 'Another lamp', description: long('Another lamp') })
  await change(owner, id, { status: 'HIDDEN' })
  await admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status: 'HIDDEN' } })
  // As an appeal leaves it: hidden by its owner alone.
  await t.db.updateTable('listings').set({ hidden_by_moderator: false }).where('id', '=', id).execute()
  expect(await change(owner, id, { description, status: 'ACTIVE' })).toMatchObject({
    moderationState: 'PENDING_REVIEW',
  })
  const [item] = await queueOf(id)
  await decide(item?.id ?? 0, 'RELEASE')
  expect(await read(id)).toMatchObject({ status: 'ACTIVE' })
})

test('[ABUSE-TEXT] short descriptions are everybody’s; so is one whose listing is gone', async () => {
  const [one, other] = [await t.user(), await t.user()]
  const short = 'Neatly used, nothing broken, price is last price. Call me on Sundays.'
  for (const seller of [one, other])
    expect(await publish(t, seller, { title: 'Iron, neatly used', description: short })).toMatchObject({
      status: 'ACTIVE',
    })
  const gone = await publish(t, one, { title: 'Radio, neatly used', description: long('Radio') })
  await one.api('DELETE /api/listings/:id', { params: { id: gone.id } })
  expect(await publish(t, other, { title: 'Radio, neatly used', description: long('Radio') })).toMatchObject({
    status: 'ACTIVE',
  })
  const banned = await t.user()
  await publish(t, banned, { title: 'Radio of a banned one', description: long('Banned') })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  expect(
    await publish(t, other, { title: 'Radio, its own words', description: long('Banned') }),
  ).toMatchObject({ status: 'ACTIVE' })
})

test('[ABUSE-QUEUE] an item leaves the queue when its listing is deleted or shown otherwise', async () => {
  const [one, other] = [await t.user(), await t.user()]
  await publish(t, one, { title: 'Bicycle for children', description: long('Bicycle') })
  const copy = () => publish(t, other, { title: 'A bicycle', description: long('Bicycle') })
  const [shown, withdrawn, hidden] = [await copy(), await copy(), await copy()]
  await admin.api('PATCH /api/admin/listings/:id', {
    params: { id: shown.id },
    body: { status: 'ACTIVE', reason: 'Both are of one shop.' },
  })
  expect(await queueOf(shown.id)).toMatchObject([
    { decision: 'RELEASE', reason: 'Both are of one shop.', decidedBy: { id: admin.id } },
  ])
  await other.api('DELETE /api/listings/:id', { params: { id: withdrawn.id } })
  expect(await queueOf(withdrawn.id)).toMatchObject([
    { decision: 'WITHDRAWN', decidedBy: null, listing: { state: 'DELETED' } },
  ])
  const [hold] = await queueOf(hidden.id)
  // Two administrators at once: one decides, the other gets an error.
  const outcomes = await Promise.allSettled([
    decide(hold?.id ?? 0, 'RELEASE'),
    decide(hold?.id ?? 0, 'REJECT'),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('[ABUSE-QUEUE] a listing that its owner deletes at the moment of a release stays deleted', async () => {
  const [one, other] = [await t.user(), await t.user()]
  await publish(t, one, { title: 'Handcart', description: long('Handcart') })
  const { id } = await publish(t, other, { title: 'A handcart', description: long('Handcart') })
  const [hold] = await queueOf(id)
  const deleting = order.pauseBefore(/^commit/, () =>
    other.api('DELETE /api/listings/:id', { params: { id } }),
  )
  await deleting.reached
  const refused = failureOf(decide(hold?.id ?? 0, 'RELEASE'))
  await endedOrBlocked(t, refused)
  await deleting.release()
  expect(await refused).toMatchObject({ status: 410, problem: { detail: 'This listing was deleted.' } })
  expect(await queueOf(id)).toMatchObject([{ decision: 'WITHDRAWN', listing: { state: 'DELETED' } }])
})

test('[ABUSE-QUEUE] [CALL-ADMIN-HELD] the queue is filtered, searched and counted; what waits stands first', async () => {
  const [one, other] = [await t.user(), await t.user({ fullName: 'Zubairu Queue' })]
  await publish(t, one, { title: 'Generator, 2 kVA', description: long('Generator') })
  for (const title of ['First generator', 'Second generator'])
    await publish(t, other, { title, description: long('Generator') })
  const list = async (query: Record<string, string | number>) => {
    const url = `/api/admin/held?${new URLSearchParams(query as Record<string, string>)}`
    const answer = await t.app.inject({ url, headers: { cookie: admin.cookie } })
    const items = answer.json<{ id: number; decision: string | null; listing: { title: string } }[]>()
    return { items, total: Number(answer.headers['x-total-count']) }
  }
  const mine = await list({ q: 'zubairu' })
  expect(mine.total).toBe(2)
  expect(mine.items.map(({ listing }) => listing.title)).toEqual(['First generator', 'Second generator'])
  await decide(mine.items[0]?.id ?? 0, 'REJECT')
  const after = await list({ q: 'zubairu' })
  expect(after.items.map(({ decision }) => decision)).toEqual([null, 'REJECT'])
  expect((await list({ q: 'zubairu', decision: 'OPEN' })).total).toBe(1)
  expect((await list({ q: 'zubairu', decision: 'REJECT' })).total).toBe(1)
  expect((await list({ q: 'zubairu', kind: 'MESSAGE' })).total).toBe(0)
  expect((await list({ q: 'zubairu', limit: 1, page: 2 })).items).toHaveLength(1)
  expect((await admin.api('GET /api/admin/stats')).openHolds).toBe((await list({ decision: 'OPEN' })).total)
  expect((await failureOf(decide(1_999_999_999, 'RELEASE'))).status).toBe(404)
})

test('[ABUSE-TEXT] listings of before the upgrade get their digests by and by', async () => {
  const [one, other] = [await t.user(), await t.user()]
  const ids = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      insertListing(t, one, { title: `Old listing ${index}`, description: long(`Old things ${index}`) }),
    ),
  )
  await sql`delete from listing_digests`.execute(t.db)
  await sql`insert into listing_digest_backlog select max(id) + 1 from listings`.execute(t.db)
  await Promise.all([fillCopyDigests(t.db), fillCopyDigests(t.db)])
  await fillCopyDigests(t.db)
  const { rows } = await sql`select from listing_digest_backlog`.execute(t.db)
  expect(rows).toHaveLength(0)
  const { rows: missing } = await sql`
    select from listings where id not in (select listing_id from listing_digests)`.execute(t.db)
  expect(missing).toHaveLength(0)
  expect(ids).toHaveLength(5)
  expect(
    await publish(t, other, { title: 'Things of another', description: long('Old things 3') }),
  ).toMatchObject({ status: 'HIDDEN' })
})

test('[ABUSE-TEXT] a listing is edited while somebody else publishes its text: they do not wait for each other in a circle', async () => {
  const [honest, thief] = [await t.user(), await t.user()]
  const text = { title: 'Toyota Corolla', description: long('Tokunbo, first owner') }
  const { id } = await publish(t, honest, text)
  // It has locked the text, and then refers to the listing that had it first.
  const publishing = order.pauseBefore(/^insert into "holds"/, () => publish(t, thief, text))
  await publishing.reached
  const editing = change(honest, id, { title: 'Toyota Corolla 2014' })
  await endedOrBlocked(t, editing)
  expect(await publishing.release()).toMatchObject({ status: 'HIDDEN' })
  expect(await editing).toMatchObject({ status: 'ACTIVE' })
  const { rows } =
    await sql`select deadlocks from pg_stat_database where datname = current_database()`.execute(t.db)
  expect(rows).toEqual([{ deadlocks: 0 }])
})
