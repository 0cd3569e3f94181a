import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexReturningSellers } from '#server/features/catalogue/search/returning-sellers.db.ts'
import { socketPath } from '#shared/socket-path.ts'
import { insertHold } from '#tests/roles/fixtures.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let admin: TestUser
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const ban = (id: number, reason?: string) =>
  admin.api('POST /api/admin/users/:id/ban', { params: { id }, body: { reason } })
const unban = (id: number) => admin.api('POST /api/admin/users/:id/unban', { params: { id }, body: {} })
const setStatus = (id: number, status: 'ACTIVE' | 'HIDDEN') =>
  admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status } })
const read = (id: number) => t.visitor('GET /api/listings/:id', { params: { id } })
const acts = async (targetId: number) =>
  (await admin.api('GET /api/admin/history', { query: { targetType: 'USER', targetId } })).map(
    ({ action, reason }) => [action, reason],
  )
/** The seller's listings that are found. */
const indexed = async ({ id }: TestUser) => {
  const found = await t.db
    .selectFrom('listing_search as s')
    .innerJoin('listings as l', 'l.id', 's.id')
    .select('l.id')
    .where('l.seller_id', '=', id)
    .orderBy('l.id')
    .execute()
  return found.map((listing) => listing.id)
}

test('[STATE-BAN] [CALL-ADMIN-BAN] a banned user loses every session and connection at once, and comes back when let in again', async () => {
  const user = await t.user()
  const listing = await insertListing(t, user)
  const origin = await t.listen()
  const socket = io(origin, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie: user.cookie },
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const disconnected = new Promise<string>((resolve) => socket.once('disconnect', resolve))

  expect(await ban(user.id, 'Sold what was not theirs')).toMatchObject({ id: user.id, isBanned: true })
  expect(await disconnected).toBe('io server disconnect')
  await expect(user.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
  await expect(read(listing)).rejects.toMatchObject({ status: 404 })
  await expect(ban(user.id)).rejects.toMatchObject({ status: 409 })

  expect(await unban(user.id)).toMatchObject({ isBanned: false })
  expect(await read(listing)).toMatchObject({ id: listing })
  await expect(unban(user.id)).rejects.toMatchObject({ status: 409 })
  // The earlier sessions stay ended.
  await expect(user.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
  const mails = await t.mails(user.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your Oja account was banned',
    'Your Oja account is open again',
  ])
  expect(mails[0]?.text).toContain('Sold what was not theirs')
  expect(await acts(user.id)).toEqual([
    ['UNBAN', null],
    ['BAN', 'Sold what was not theirs'],
  ])
})

test('[STATE-BAN] no mail tells a banned seller that everyone sees a listing again', async () => {
  const user = await t.user()
  const shown = await insertListing(t, user)
  await setStatus(shown, 'HIDDEN')
  const held = await insertHold(t, user)
  await ban(user.id)
  await setStatus(shown, 'ACTIVE')
  await admin.api('PATCH /api/admin/held/:id', { params: { id: held }, body: { decision: 'RELEASE' } })
  expect((await t.mails(user.email)).at(-1)?.subject).toBe('Your Oja account was banned')
  await unban(user.id)
  expect((await t.mails(user.email)).at(-1)?.text).toContain('its listings are back')
  expect(await read(shown)).toMatchObject({ status: 'ACTIVE' })
})

test('[STATE-BAN] the mail about an account that is let in again while it leaves does not say that its listings are back', async () => {
  const user = await t.user()
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(Date.now() + 1e9) })
    .where('id', '=', user.id)
    .execute()
  await ban(user.id)
  await unban(user.id)
  const mail = (await t.mails(user.email)).at(-1)
  expect(mail?.subject).toBe('Your Oja account is open again')
  expect(mail?.text).not.toContain('listings are back')
  expect(mail?.text).toContain('Keep my account')
})

test('[STATE-BAN] a shop that is let in again is found by its newest listings at once, and by all soon after', async () => {
  const [shop, small] = [await t.user(), await t.user()]
  const insert = (seller: TestUser) => insertListing(t, seller, { title: 'Standing fan' })
  const ids: number[] = []
  for (let number = 0; number < 120; number += 1) ids.push(await insert(shop))
  await insert(small)
  for (const seller of [shop, small]) {
    await ban(seller.id)
    expect(await indexed(seller)).toEqual([])
    await unban(seller.id)
  }
  expect(await indexed(small)).toHaveLength(1)
  expect(await indexed(shop)).toEqual(ids.slice(-50))

  // Banned before the rest is done, it stays out.
  await ban(shop.id)
  await indexReturningSellers(t.db)
  expect(await indexed(shop)).toEqual([])

  await unban(shop.id)
  // One that is sold meanwhile is left out, one that is published is there already.
  await t.db
    .updateTable('listings')
    .set({ status: 'SOLD' })
    .where('id', '=', ids[0] ?? 0)
    .execute()
  const added = await insert(shop)
  await Promise.all([indexReturningSellers(t.db), indexReturningSellers(t.db)])
  expect(await indexed(shop)).toEqual([...ids.slice(1), added])
})

test('[STATE-BAN] a change of a banned seller’s listing costs no look at the search index', async () => {
  const seller = await t.user()
  const id = await insertListing(t, seller)
  await ban(seller.id)
  await sql`create function refuse_search() returns trigger language plpgsql as $$
    begin raise exception 'The search index was asked.'; end $$`.execute(t.db)
  for (const table of ['listing_search', 'listing_documents'])
    await sql`create trigger refuse_search after delete on ${sql.table(table)}
      for each statement execute function refuse_search()`.execute(t.db)
  try {
    await t.db.updateTable('listings').set({ created_at: new Date() }).where('id', '=', id).execute()
  } finally {
    await sql`drop function refuse_search cascade`.execute(t.db)
  }
  await unban(seller.id)
  expect(await indexed(seller)).toEqual([id])
})

test('[STATE-BAN] a listing that is shown again at the moment at which its seller is let in is found', async () => {
  for (const first of ['shown', 'let in'] as const) {
    const seller = await t.user()
    const id = await insertListing(t, seller)
    await setStatus(id, 'HIDDEN')
    await ban(seller.id)
    const show = () => setStatus(id, 'ACTIVE')
    const letIn = () => unban(seller.id)
    const [one, other] = first === 'shown' ? [show, letIn] : [letIn, show]
    const paused = order.pauseBefore<unknown>(/^commit/, one)
    await paused.reached
    const later = other()
    await endedOrBlocked(t, later)
    await Promise.all([paused.release(), later])
    expect(await indexed(seller), `${first} first`).toEqual([id])
  }
})

test('[STATE-BAN] two users who reviewed each other are banned at the same time without a deadlock', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ada, bola] = [await t.user(), await t.user()]
    for (const [one, two] of [
      [ada, bola],
      [bola, ada],
    ] as const)
      await t.db.insertInto('reviews').values({ user_id: one.id, reviewer_id: two.id, stars: 5 }).execute()
    const banned = await Promise.all([ban(ada.id), ban(bola.id)])
    expect(banned.map(({ isBanned }) => isBanned)).toEqual([true, true])
  }
})

test('[STATE-BAN] [CALL-ADMIN-BAN] administrators and deleted accounts are never banned, and nobody bans themselves', async () => {
  const other = await t.user({ role: 'ADMIN' })
  await expect(ban(other.id)).rejects.toMatchObject({
    status: 403,
    problem: { detail: 'Administrators cannot be banned.' },
  })
  await expect(ban(admin.id)).rejects.toMatchObject({
    status: 403,
    problem: { detail: 'You cannot ban yourself.' },
  })
  await expect(ban(1_999_999_999)).rejects.toMatchObject({ status: 404 })
  const gone = await t.user()
  await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  for (const act of [ban, unban])
    await expect(act(gone.id)).rejects.toMatchObject({
      status: 410,
      problem: { detail: 'This account was deleted.' },
    })
  expect(await acts(other.id)).toEqual([])
})
