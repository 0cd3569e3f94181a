import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { thresholds } from '#shared/thresholds.ts'
import { codeOf } from '#tests/support/accounts.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser
let notified: string[] = []
let order: Interleaving

beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
  const { emitToRooms: tell } = t.realtime
  t.realtime.emitToRooms = (rooms, event, ...payload) => {
    if (event === 'threads_changed') notified.push(...rooms)
    tell(rooms, event, ...payload)
  }
  ada = await t.user()
  bola = await t.user({ fullName: 'Bola Ade' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const block = (userId: number) => ada.api('POST /api/blocks', { body: { userId } })
const unblock = (id: number) => ada.api('DELETE /api/blocks/:id', { params: { id } })

test('[SETTINGS-BLOCKS] a blocked user is listed until unblocked; both see it', async () => {
  const blocked = { id: bola.id, fullName: 'Bola Ade', avatarUrl: null, blockedAt: expect.any(String) }
  expect(await block(bola.id)).toEqual(blocked)
  const again = await block(bola.id)
  const chidi = await t.user()
  await block(chidi.id)
  const list = await ada.api('GET /api/blocks')
  expect(list.map(({ id }) => id)).toEqual([chidi.id, bola.id])
  expect(list[1]).toEqual(again)
  expect(await bola.api('GET /api/blocks')).toEqual([])
  expect(new Set(notified)).toEqual(new Set([`user:${ada.id}`, `user:${bola.id}`, `user:${chidi.id}`]))
  notified = []
  await unblock(bola.id)
  expect(notified).toEqual([`user:${ada.id}`, `user:${bola.id}`])
  await unblock(bola.id)
  expect(notified).toHaveLength(2)
  await unblock(2_000_000_000)
  expect((await ada.api('GET /api/blocks')).map(({ id }) => id)).toEqual([chidi.id])
})

test('[SETTINGS-BLOCKS] nobody can block themselves or an unknown user', async () => {
  expect(await codeOf(block(ada.id))).toBe('BAD_REQUEST')
  expect(await codeOf(block(2_000_000_000))).toBe('NOT_FOUND')
  const stranger = await t.user()
  await t.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', stranger.id).execute()
  expect(await codeOf(block(stranger.id))).toBe('NOT_FOUND')
})

test('[SETTINGS-BLOCKS] a banned or leaving user is blocked by those who talked with them; to others there is none', async () => {
  const seller = await t.user()
  await ada.api('POST /api/threads', { body: { listingId: await insertListing(t, seller) } })
  for (const column of ['banned_at', 'deletion_due_at'] as const) {
    const since = (time: Date | null) =>
      t.db
        .updateTable('users')
        .set({ [column]: time })
        .where('id', '=', seller.id)
        .execute()
    await since(new Date())
    await expect(bola.api('POST /api/blocks', { body: { userId: seller.id } }), column).rejects.toMatchObject(
      { status: 404, problem: { detail: 'There is no such user.' } },
    )
    expect(await block(seller.id), column).toMatchObject({ id: seller.id })
    await unblock(seller.id)
    await since(null)
  }
  // Once it is deleted there is nobody left.
  await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', seller.id).execute()
  await expect(block(seller.id)).rejects.toMatchObject({ status: 404 })
})

test('[SETTINGS-BLOCKS] a second block while another tab unblocks is not told that the list is full', async () => {
  const dayo = await t.user()
  await block(dayo.id)
  const again = order.pauseBefore(/^select\b.* from "blocks"/s, () => block(dayo.id))
  await again.reached
  const undone = unblock(dayo.id)
  await endedOrBlocked(t, undone)
  expect(await again.release()).toMatchObject({ id: dayo.id })
  await undone
})

test('[SETTINGS-BLOCKS] at the limit no other person can be blocked, and those who are blocked stay blocked', async () => {
  const [eve, femi] = [await t.user(), await t.user()]
  const most = thresholds.blocks.max
  await t.db.deleteFrom('blocks').where('blocker_id', '=', ada.id).execute()
  await block(eve.id)
  // Their accounts do not matter here.
  await t.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into blocks (blocker_id, blocked_id)
      select ${ada.id}, 1000000 + n from generate_series(1, ${most - 1}::int) as n`.execute(tx)
  })
  await expect(block(femi.id)).rejects.toMatchObject({
    status: 409,
    problem: {
      detail: 'You have blocked 1,000 people, the most that is possible. Unblock one in your settings first.',
    },
  })
  expect(await block(eve.id)).toMatchObject({ id: eve.id })
  await unblock(1_000_001)
  expect(await block(femi.id)).toMatchObject({ id: femi.id })
  await t.db.deleteFrom('blocks').where('blocked_id', '>', 1_000_000).execute()
})

test('[SETTINGS-BLOCKS] two simultaneous blocks are one', async () => {
  const chidi = await t.user()
  await Promise.all([block(chidi.id), block(chidi.id), block(chidi.id)])
  expect((await ada.api('GET /api/blocks')).filter(({ id }) => id === chidi.id)).toHaveLength(1)
})

test('[SETTINGS-BLOCKS] a block that is taken back at the same time succeeds', async () => {
  const dayo = await t.user()
  const blocking = order.pauseBefore(/from "blocks" as "b"/, () => block(dayo.id))
  await blocking.reached
  const unblocked = unblock(dayo.id)
  await endedOrBlocked(t, unblocked)
  expect(await blocking.release()).toMatchObject({ id: dayo.id })
  await unblocked
})
