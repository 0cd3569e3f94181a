import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointOf, entitledRole, keys, prepare, send } from './roles/calls.ts'
import { insertListing } from './support/listings.ts'
import { closeSockets, connectSocket, emitWithAck, record, settle } from './support/sockets.ts'
import { tablesFingerprint } from './support/table-contents.ts'
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts'

/** What an account that waits for its deletion may do: every write of the contract. */

let t: TestApp
let fingerprint: () => Promise<string>
beforeAll(async () => {
  t = await startTestApp()
  // So that an administrator who leaves is not the only one.
  await t.user({ role: 'ADMIN' })
  fingerprint = await tablesFingerprint(t)
})
afterAll(async () => {
  closeSockets()
  await t.close()
})

const writes = keys.filter((key) => !key.startsWith('GET ') && endpointOf(key).access !== 'anyone')
const allowed = writes.filter((key) => endpointOf(key).whileLeaving === 'allowed')
const leave = ({ id }: TestUser) =>
  t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(Date.now() + 86_400_000) })
    .where('id', '=', id)
    .execute()

test.each(writes.filter((key) => !allowed.includes(key)))(
  '[LEAVING-ALL] %s is refused to a leaving account, and changes nothing',
  async (key) => {
    const call = await prepare(t, key, entitledRole(key))
    if (!call.caller) throw new Error('Nobody calls.')
    await leave(call.caller)
    const before = await fingerprint()
    const { status, text } = await send(t, key, call)
    expect(status).toBe(403)
    expect(text).toContain(
      'Your account is due to be deleted. Choose “Keep my account” in your settings to do this.',
    )
    expect(await fingerprint()).toBe(before)
  },
)

test('[LEAVING-ALL] what it may do is invisible to others, or only removes something', () => {
  const own =
    /^\w+ \/api\/(auth\/confirm|settings\/(?!profile)|drafts|favorites|follows|saved-searches|blocks|notifications|push)/
  expect(allowed.filter((key) => !own.test(key))).toEqual([
    'DELETE /api/listings/:id',
    'DELETE /api/stolen-phones/:id',
    'DELETE /api/messages/:id',
    'DELETE /api/deals/:id/meeting-link',
  ])
})

test('[LEAVING-ALL] nobody sees it typing', async () => {
  const origin = await t.listen()
  const [seller, buyer] = [await t.user(), await t.user()]
  const listingId = await insertListing(t, seller)
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  const [sellers, buyers] = [
    await connectSocket(origin, seller.cookie),
    await connectSocket(origin, buyer.cookie),
  ]
  for (const socket of [sellers, buyers]) await emitWithAck(socket, 'join_thread', id)
  const received = record(sellers, 'typing')
  await emitWithAck(buyers, 'typing', id)
  await settle(sellers)
  expect(received).toHaveLength(1)
  await leave(seller)
  const told = record(buyers, 'typing')
  await emitWithAck(sellers, 'typing', id)
  await settle(buyers)
  expect(told).toEqual([])
})
