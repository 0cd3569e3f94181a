import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Acknowledgement, ClientEvents, ServerEvents } from '#shared/contract/events.ts'
import { socketPath } from '#shared/socket-path.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

type Live = Socket<ServerEvents, ClientEvents>

let t: TestApp
let origin: string
let seller: TestUser
let buyer: TestUser
const open: Live[] = []

beforeAll(async () => {
  t = await startTestApp()
  origin = await t.listen()
  seller = await t.user()
  buyer = await t.user()
})
afterAll(async () => {
  for (const socket of open) socket.disconnect()
  await t.close()
})

async function connect(who?: TestUser): Promise<Live> {
  const socket: Live = io(origin, {
    path: socketPath,
    transports: ['websocket'],
    forceNew: true,
    ...(who ? { extraHeaders: { cookie: who.cookie } } : {}),
  })
  open.push(socket)
  await once(socket as never, 'connect')
  return socket
}

const emitAs = (
  socket: Live,
  event: 'join_listing' | 'leave_listing',
  id: number,
): Promise<Acknowledgement> => socket.emitWithAck(event, id) as Promise<Acknowledgement>
const received = async (socket: Live): Promise<unknown> =>
  (await once(socket as never, 'listing_changed', { signal: AbortSignal.timeout(5000) }))[0]

const byId = (id: number) => ({ params: { id } })

test('[QUESTION-LIVE] a visitor at a listing gets events of questions, answers and the switch', async () => {
  const listingId = await insertListing(t, seller)
  const socket = await connect()
  expect(await emitAs(socket, 'join_listing', listingId)).toEqual({ ok: true })

  let event = received(socket)
  const question = { question: 'Is it still there?' }
  const asked = await buyer.api('POST /api/listings/:id/questions', { ...byId(listingId), body: question })
  expect(await event).toEqual({ listingId })

  event = received(socket)
  await seller.api('PATCH /api/questions/:id/answer', { ...byId(asked.id), body: { answer: 'Yes' } })
  expect(await event).toEqual({ listingId })

  event = received(socket)
  await seller.api('PATCH /api/listings/:id/toggle-questions', { ...byId(listingId), body: {} })
  expect(await event).toEqual({ listingId })
})

test('[QUESTION-LIVE] a user who left the page gets no more events, nor does a visitor of another listing', async () => {
  const listingId = await insertListing(t, seller)
  const another = await insertListing(t, seller)
  const socket = await connect()
  const events: number[] = []
  socket.on('listing_changed', (event) => events.push(event.listingId))
  await emitAs(socket, 'join_listing', listingId)
  await emitAs(socket, 'join_listing', another)
  await emitAs(socket, 'leave_listing', listingId)
  await seller.api('PATCH /api/listings/:id/toggle-questions', { ...byId(listingId), body: {} })
  const event = received(socket)
  await seller.api('PATCH /api/listings/:id/toggle-questions', { ...byId(another), body: {} })
  await event
  expect(events).toEqual([another])
})

test('[QUESTION-LIVE] only visible listings can be joined', async () => {
  const hidden = await insertListing(t, seller, { status: 'HIDDEN' })
  const deleted = await insertListing(t, seller, { deleted_at: new Date() })
  const [visitor, owner] = [await connect(), await connect(seller)]
  expect(await emitAs(visitor, 'join_listing', hidden)).toMatchObject({ ok: false, code: 'NOT_FOUND' })
  expect(await emitAs(visitor, 'join_listing', 2_000_000_000)).toMatchObject({ ok: false, code: 'NOT_FOUND' })
  expect(await emitAs(visitor, 'join_listing', deleted)).toMatchObject({ ok: false, code: 'GONE' })
  expect(await emitAs(visitor, 'join_listing', -1)).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' })
  expect(await emitAs(owner, 'join_listing', hidden)).toEqual({ ok: true })
})
