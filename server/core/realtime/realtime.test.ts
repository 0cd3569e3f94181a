import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import {
  closeSockets,
  connectSocket,
  emit,
  emitWithAck,
  openSocket,
  record,
  settle,
  waitForEvent,
} from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { until } from '#tests/support/until.ts'
import { closeGracefully } from '../http/close-gracefully.ts'

let t: TestApp
let origin: string
let ada: TestUser
let bola: TestUser
let threadId: number
beforeAll(async () => {
  t = await startTestApp()
  origin = await t.listen()
  ada = await t.user()
  bola = await t.user()
  const listingId = await insertListing(t, ada)
  threadId = (await bola.api('POST /api/threads', { body: { listingId } })).id
})
afterEach(closeSockets)
afterAll(() => t.close())

const disconnected = (socket: ReturnType<typeof openSocket>) =>
  new Promise<string>((resolve) => socket.once('disconnect', resolve))
const refused = (socket: ReturnType<typeof openSocket>) =>
  new Promise<Error>((resolve) => socket.once('connect_error', resolve))

test('[CALL-SOCKET] [AUTH-CROSS-SITE] a page of another site gets no socket; our own page and programs do', async () => {
  for (const foreign of ['https://evil.example', 'null', `${origin}.evil.example`]) {
    const extraHeaders = { origin: foreign }
    await refused(openSocket(origin, bola.cookie, { extraHeaders, reconnection: false }))
  }
  await connectSocket(origin, bola.cookie, { extraHeaders: { origin } })
  await connectSocket(origin, bola.cookie)
})

test('[SOCKET-ONE-REQUEST] only WebSocket connects: polling is refused, since a proxy may send each poll to another process', async () => {
  const polling = { reconnection: false, transports: ['polling'] }
  await refused(openSocket(origin, bola.cookie, polling))
  expect((await fetch(`${origin}/ws/?EIO=4&transport=polling`)).status).toBe(400)
})

test('[CALL-SOCKET] an invalid event is acknowledged with an error, and the socket stays open', async () => {
  const socket = await connectSocket(origin, bola.cookie)
  const wrong = [null, undefined, {}, [], -1, 0, 1.5, 1e300, '7', 'x'.repeat(3000), '\0', { id: 1 }, true]
  for (const payload of wrong)
    expect(await emitWithAck(socket, 'join_thread', payload), String(payload)).toMatchObject({
      ok: false,
      code: 'VALIDATION_FAILED',
      detail: expect.any(String),
    })
  expect(await emitWithAck(socket, 'join_thread')).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' })
  expect(await emitWithAck(socket, 'join_thread', threadId, 'more', { than: 'asked' })).toEqual({ ok: true })
  for (const event of ['nothing', 'constructor', 'new_message', '\0', 'x'.repeat(1000)])
    expect(await emitWithAck(socket, event, 1)).toMatchObject({ ok: false, code: 'BAD_REQUEST' })
  expect(await emitWithAck(socket, 'join_thread', threadId)).toEqual({ ok: true })
  // Sent without an acknowledgement.
  emit(socket, 'join_thread', { not: 'a number' })
  await settle(socket)
  // Names from outside never become names of metrics.
  const { body } = await t.app.inject({ url: '/metrics' })
  expect(body).toContain('event="unknown"')
  expect(body).not.toMatch(/event="(?:nothing|constructor)"/)
})

test('[CALL-SOCKET] a message that is too large closes its socket only', async () => {
  const loud = await connectSocket(origin, bola.cookie, { reconnection: false })
  const plainSocket = await connectSocket(origin, ada.cookie)
  const closed = disconnected(loud)
  emit(loud, 'join_thread', 'x'.repeat(100_000))
  await closed
  await settle(plainSocket)
  expect(plainSocket.connected).toBe(true)
})

test('[CALL-SOCKET] a flood of events is refused, and ends the socket if it continues', async () => {
  const lines: string[] = []
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' }, { logger })
  try {
    const user = await strict.user()
    const strictOrigin = await strict.listen()
    const socket = await connectSocket(strictOrigin, user.cookie, { reconnection: false })
    const many = () => Promise.all(Array.from({ length: 60 }, () => emitWithAck(socket, 'leave_thread', 1)))
    const answers = await many()
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(40)
    // On a slow machine, what is sent in a second may not exceed the limit.
    while (answers.every(({ ok }) => ok)) answers.push(...(await many()))
    const refused = answers.find(({ ok }) => !ok)
    expect(refused).toMatchObject({ ok: false, code: 'RATE_LIMITED', detail: expect.any(String) })
    while (socket.connected) {
      for (let count = 0; count < 500; count += 1) socket.emit('leave_thread', 1)
      await setImmediate()
    }
    // Not even the log is flooded.
    expect(lines.filter((line) => line.includes('RATE_LIMITED'))).toEqual([])
  } finally {
    closeSockets()
    await strict.close()
  }
})

test('[SOCKET-SESSION] an ended session closes its sockets: immediately in the same process, within a minute in others', async () => {
  const cyd = await t.user()
  const first = await connectSocket(origin, cyd.cookie, { reconnection: false })
  const ended = disconnected(first)
  await cyd.api('POST /api/auth/logout')
  await ended

  const [deleted, expired, banned] = [await t.user(), await t.user(), await t.user()]
  const others = []
  for (const { cookie } of [deleted, expired, banned])
    others.push(await connectSocket(origin, cookie, { reconnection: false }))
  const stay = [
    await connectSocket(origin),
    await connectSocket(origin, cyd.cookie),
    await connectSocket(origin, ada.cookie),
  ]
  await t.realtime.dropEnded()
  await Promise.all(others.map(settle))
  const dropped = Promise.all(others.map(disconnected))
  const now = new Date()
  await t.db.deleteFrom('sessions').where('user_id', '=', deleted.id).execute()
  await t.db.updateTable('sessions').set({ expires_at: now }).where('user_id', '=', expired.id).execute()
  await t.db.updateTable('users').set({ banned_at: now }).where('id', '=', banned.id).execute()
  for (const other of others)
    expect(await emitWithAck(other, 'join_thread', threadId)).toMatchObject({ code: 'UNAUTHENTICATED' })
  await t.realtime.dropEnded()
  await dropped
  // Also a browser that still sends the cookie of an ended session.
  await Promise.all(stay.map(settle))
  expect(stay.every(({ connected }) => connected)).toBe(true)
})

test('[SOCKET-SESSION] each minute the server looks for ended sessions', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const own = await startTestApp()
  try {
    const user = await own.user()
    const socket = await connectSocket(await own.listen(), user.cookie, { reconnection: false })
    const dropped = disconnected(socket)
    await own.db.deleteFrom('sessions').execute()
    vi.advanceTimersByTime(60_000)
    await dropped
  } finally {
    vi.useRealTimers()
    await own.close()
  }
})

test('[OPS-SOCKETS] open sockets are counted in the metrics', async () => {
  const read = async () =>
    /^oja_open_sockets (\d+)$/m.exec((await t.app.inject({ url: '/metrics' })).body)?.[1]
  const socket = await connectSocket(origin)
  expect(await read()).toBe(String(t.realtime.count()))
  expect(Number(await read())).toBeGreaterThan(0)
  socket.disconnect()
})

test('[SOCKET-SESSION] in production the socket accepts the __Host- cookie only', async () => {
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://oja.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DEMO: '0',
    SUPPORT_EMAIL: 'help@example.com',
    MAIL_FROM: 'Oja <no-reply@example.com>',
  }
  const production = await startTestApp(settings)
  try {
    const user = await production.user()
    const there = await production.listen()
    const known = await connectSocket(there, user.cookie)
    expect(await emitWithAck(known, 'join_thread', 1)).toMatchObject({ code: 'NOT_FOUND' })
    const unknown = await connectSocket(there, user.cookie.replace('__Host-', ''))
    expect(await emitWithAck(unknown, 'join_thread', 1)).toMatchObject({ code: 'UNAUTHENTICATED' })
    // A proxy may forward under another name: the public one is Oja's own too.
    await connectSocket(there, user.cookie, { extraHeaders: { origin: 'https://oja.example' } })
  } finally {
    closeSockets()
    await production.close()
  }
})

test('[CALL-SOCKET] a closing server disconnects sockets quickly, and a client with default settings reconnects to the next one', async () => {
  const first = await startTestApp()
  const there = await first.listen()
  const port = Number(new URL(there).port)
  const user = await first.user()
  const socket = await connectSocket(there, user.cookie, { reconnectionDelay: 50 })
  const lost = disconnected(socket)
  const started = performance.now()
  first.realtime.end()
  await closeGracefully(first.app, 110_000)
  expect(performance.now() - started).toBeLessThan(100_000)
  await lost
  const back = new Promise<void>((resolve) => socket.once('connect', resolve))
  const second = await startTestApp()
  try {
    await second.app.listen({ port, host: '127.0.0.1' })
    await back
    expect(await emitWithAck(socket, 'leave_thread', 1)).toEqual({ ok: true })
  } finally {
    closeSockets()
    await second.close()
    await first.close()
  }
})

test('[CALL-SOCKET] each socket gets an event once, however many of its rooms are named', async () => {
  const both = await connectSocket(origin, bola.cookie)
  await emitWithAck(both, 'join_thread', threadId)
  const events = record(both, 'threads_changed')
  const received = waitForEvent(both, 'threads_changed')
  t.realtime.emitToRooms([`user:${bola.id}`, `thread:${threadId}`], 'threads_changed')
  await received
  await settle(both)
  expect(events).toHaveLength(1)
})

test('[CALL-SOCKET] events of a socket are handled in their order: who left a listing while joining waited for the database gets nothing of it', async () => {
  const listingId = await insertListing(t, ada)
  const visitor = await connectSocket(origin)
  const events = record(visitor, 'listing_changed')
  const answers = await t.db.transaction().execute(async (tx) => {
    await sql`lock table listings in access exclusive mode`.execute(tx)
    const sent = [
      emitWithAck(visitor, 'join_listing', listingId),
      emitWithAck(visitor, 'leave_listing', listingId),
    ]
    await until('joining waits', async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation = 'listings'::regclass`.execute(t.db)
      return rows.length > 0
    })
    return { sent }
  })
  expect(await Promise.all(answers.sent)).toEqual([{ ok: true }, { ok: true }])
  t.realtime.emitToRooms([`listing:${listingId}`], 'listing_changed', { listingId })
  await settle(visitor)
  expect(events).toEqual([])
})
