import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '#tests/support/accounts.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser
let told: string[] = []

beforeAll(async () => {
  t = await startTestApp()
  const { tell } = t.realtime
  t.realtime.tell = (rooms, event, ...payload) => {
    if (event === 'threads_changed') told.push(...rooms)
    tell(rooms, event, ...payload)
  }
  ada = await t.user()
  bola = await t.user({ fullName: 'Bola Ade' })
})
afterAll(() => t.close())

const block = (userId: number) => ada.api('POST /api/blocks', { body: { userId } })
const unblock = (id: number) => ada.api('DELETE /api/blocks/:id', { params: { id } })

test('[SETTINGS-BLOCKS] who is blocked stands in the list until let in again; both are told', async () => {
  const blocked = { id: bola.id, fullName: 'Bola Ade', avatarUrl: null, blockedAt: expect.any(String) }
  expect(await block(bola.id)).toEqual(blocked)
  const again = await block(bola.id)
  const chidi = await t.user()
  await block(chidi.id)
  const list = await ada.api('GET /api/blocks')
  expect(list.map(({ id }) => id)).toEqual([chidi.id, bola.id])
  expect(list[1]).toEqual(again)
  expect(await bola.api('GET /api/blocks')).toEqual([])
  expect(new Set(told)).toEqual(new Set([`user:${ada.id}`, `user:${bola.id}`, `user:${chidi.id}`]))
  told = []
  await unblock(bola.id)
  expect(told).toEqual([`user:${ada.id}`, `user:${bola.id}`])
  await unblock(bola.id)
  expect(told).toHaveLength(2)
  await unblock(2_000_000_000)
  expect((await ada.api('GET /api/blocks')).map(({ id }) => id)).toEqual([chidi.id])
})

test('[SETTINGS-BLOCKS] nobody blocks themselves, or who is not there', async () => {
  expect(await codeOf(block(ada.id))).toBe('BAD_REQUEST')
  expect(await codeOf(block(2_000_000_000))).toBe('NOT_FOUND')
  const stranger = await t.user()
  await t.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', stranger.id).execute()
  expect(await codeOf(block(stranger.id))).toBe('NOT_FOUND')
})

test('[SETTINGS-BLOCKS] blocking twice at the same time is one block', async () => {
  const chidi = await t.user()
  await Promise.all([block(chidi.id), block(chidi.id), block(chidi.id)])
  expect((await ada.api('GET /api/blocks')).filter(({ id }) => id === chidi.id)).toHaveLength(1)
})
