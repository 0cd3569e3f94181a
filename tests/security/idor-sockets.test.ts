import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ClientEvents } from '#shared/contract/events.ts'
import { ban, insertThreadOf } from '../roles/fixtures.ts'
import { insertListing } from '../support/listings.ts'
import { closeSockets, connectSocket, emitWithAck, record, settle } from '../support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts'

let t: TestApp
let origin: string
let stranger: TestUser
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp()
  origin = await t.listen()
  stranger = await t.user()
  admin = await t.user({ role: 'ADMIN' })
})
afterEach(closeSockets)
afterAll(() => t.close())

/** What the id of an event names. An event without an entry does not compile. */
const events: Record<keyof ClientEvents, 'thread' | 'listing' | 'no answer'> = {
  join_thread: 'thread',
  typing: 'thread',
  join_listing: 'listing',
  // Leaving what one never joined changes nothing, whether it is there or not.
  leave_thread: 'no answer',
  leave_listing: 'no answer',
}
const about = (kind: string) => Object.entries(events).flatMap(([name, of]) => (of === kind ? [name] : []))

describe('[IDOR-SOCKET] conversations of others', () => {
  test.each(about('thread'))('%s is refused like an unknown id, and no event arrives', async (event) => {
    const buyer = await t.user()
    const { id } = await insertThreadOf(t, buyer)
    for (const [caller, code] of [
      [null, 'UNAUTHENTICATED'],
      [stranger, 'NOT_FOUND'],
      [admin, 'NOT_FOUND'],
    ] as const) {
      const socket = await connectSocket(origin, caller?.cookie)
      const received = [
        record(socket, 'new_message'),
        record(socket, 'typing'),
        record(socket, 'messages_read'),
      ]
      const refusal = await emitWithAck(socket, event, id)
      expect(refusal).toMatchObject({ ok: false, code })
      expect(await emitWithAck(socket, event, 2_000_000_000)).toEqual(refusal)
      await buyer.api('POST /api/threads/:id/messages', {
        params: { id },
        body: { body: 'For two alone.' },
      })
      const writer = await connectSocket(origin, buyer.cookie)
      await emitWithAck(writer, 'join_thread', id)
      await emitWithAck(writer, 'typing', id)
      await settle(socket)
      expect(received.flat()).toEqual([])
    }
  })

  test('a blocked user gets no typing event', async () => {
    const buyer = await t.user()
    const { id } = await insertThreadOf(t, buyer)
    const { seller_id } = await t.db
      .selectFrom('threads')
      .select('seller_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await t.db.insertInto('blocks').values({ blocker_id: seller_id, blocked_id: buyer.id }).execute()
    const [writer, other] = [
      await connectSocket(origin, buyer.cookie),
      await connectSocket(origin, buyer.cookie),
    ]
    const received = record(other, 'typing')
    for (const socket of [writer, other]) await emitWithAck(socket, 'join_thread', id)
    await emitWithAck(writer, 'typing', id)
    await settle(other)
    expect(received).toEqual([])
  })
})

describe('[IDOR-SOCKET] a listing that is not public', () => {
  test.each(about('listing'))('%s is refused, and no event arrives', async (event) => {
    const seller = await t.user()
    const hidden = await insertListing(t, seller, { status: 'HIDDEN' })
    const moderated = await insertListing(t, seller, { status: 'HIDDEN', hidden_by_moderator: true })
    const deleted = await insertListing(t, seller, { deleted_at: new Date() })
    const banned = await t.user()
    const away = await insertListing(t, banned)
    await ban(t, banned)
    for (const id of [hidden, moderated, deleted, away])
      for (const caller of [null, stranger]) {
        const socket = await connectSocket(origin, caller?.cookie)
        const received = record(socket, 'listing_changed')
        expect(await emitWithAck(socket, event, id)).toMatchObject({
          ok: false,
          code: expect.stringMatching(/NOT_FOUND|GONE/),
        })
        t.realtime.emitToRooms([`listing:${id}`], 'listing_changed', { listingId: id })
        await settle(socket)
        expect(received).toEqual([])
      }
  })
})

test('[IDOR-SOCKET] leaving a room of others, or an unknown one, gets the same response', async () => {
  const buyer = await t.user()
  const { id } = await insertThreadOf(t, buyer)
  const socket = await connectSocket(origin, stranger.cookie)
  for (const event of about('no answer'))
    for (const number of [id, 2_000_000_000])
      expect(await emitWithAck(socket, event, number)).toEqual({ ok: true })
})
