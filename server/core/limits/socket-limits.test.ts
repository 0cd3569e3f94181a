import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bounds } from '#server/bounds.ts'
import { socketPath } from '#shared/socket-path.ts'
import { insertListing } from '#tests/support/listings.ts'
import {
  closeSockets,
  connectSocket,
  emitWithAck,
  openSocket,
  type TestSocket,
} from '#tests/support/sockets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { until } from '#tests/support/until.ts'
import { createSocketLimits } from './socket-limits.ts'

let t: TestApp
let origin: string

beforeAll(async () => {
  // Two sockets for an account, a hundred for an IPv4 address, ten for a /64.
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0.02', TRUST_PROXY: 'loopback' })
  origin = await t.listen()
})
afterEach(closeSockets)
afterAll(() => t.close())

const from = (address: string) => ({ reconnection: false, extraHeaders: { 'x-forwarded-for': address } })

/** Returns the error of a refused socket. */
async function refusal(...args: Parameters<typeof openSocket>): Promise<Error & { data?: unknown }> {
  const socket = openSocket(...args)
  return new Promise((resolve, reject) => {
    socket.once('connect_error', resolve)
    socket.once('connect', () => reject(new Error('It was let in.')))
  })
}

/** Resolves when the server has noticed that the sockets are closed. */
async function close(...sockets: TestSocket[]): Promise<void> {
  const before = t.realtime.count()
  for (const socket of sockets) socket.disconnect()
  await expect.poll(() => t.realtime.count()).toBe(before - sockets.length)
}

/** Returns the HTTP response to an upgrade request. */
function upgrade(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'x-forwarded-for': address,
    }
    const asked = request(`${origin}${socketPath}/?EIO=4&transport=websocket`, { headers })
    asked.once('error', reject)
    asked.once('response', (answer) => {
      answer.setEncoding('utf8')
      let text = ''
      answer.on('data', (piece) => {
        text += piece
      })
      answer.once('end', () => resolve(text))
    })
    asked.once('upgrade', (_, socket) => {
      socket.destroy()
      resolve('')
    })
    asked.end()
  })
}

test('[SOCKET-LIMITS] an account may open a limited number of sockets; others behind its address are not affected', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const first = await connectSocket(origin, ada.cookie, from('203.0.113.7'))
  await connectSocket(origin, ada.cookie, from('203.0.113.8'))
  expect(await refusal(origin, ada.cookie, from('203.0.113.9'))).toMatchObject({
    data: { code: 'RATE_LIMITED', detail: 'Oja is open in very many tabs. Please close some of them.' },
  })
  await connectSocket(origin, bola.cookie, from('203.0.113.7'))
  await connectSocket(origin, undefined, from('203.0.113.7'))
  await close(first)
  await connectSocket(origin, ada.cookie, from('203.0.113.9'))
})

test('[SOCKET-LIMITS] the addresses of an IPv6 /64 share a limit of sockets; a refusal has a message', async () => {
  const sockets: TestSocket[] = []
  for (let n = 1; n <= 10; n += 1)
    sockets.push(await connectSocket(origin, undefined, from(`2001:db8:1:2:${n}::${n}`)))
  await refusal(origin, undefined, from('2001:db8:1:2::ff'))
  expect(await upgrade('2001:db8:1:2::ff')).toBe('Oja is open in very many tabs. Please close some of them.')
  await connectSocket(origin, undefined, from('2001:db8:1:3::1'))
  // Thousands of phones may share one IPv4 address.
  for (let n = 1; n <= 20; n += 1) await connectSocket(origin, undefined, from('::ffff:203.0.113.7'))
  await close(...sockets.slice(0, 1))
  await connectSocket(origin, undefined, from('2001:db8:1:2::ff'))
})

test('[SOCKET-LIMITS] refused sockets and those that close immediately hold no place', async () => {
  const ada = await t.user()
  const open = [await connectSocket(origin, ada.cookie), await connectSocket(origin, ada.cookie)]
  for (let n = 0; n < 12; n += 1) await refusal(origin, ada.cookie, from('2001:db8:9:9::1')).catch(() => {})
  closeSockets()
  await expect.poll(() => t.realtime.count()).toBe(0)
  expect(open.every((socket) => !socket.connected)).toBe(true)
  await connectSocket(origin, ada.cookie)
  for (let n = 1; n <= 10; n += 1) await connectSocket(origin, undefined, from(`2001:db8:9:9::${n}`))
})

test('[SOCKET-LIMITS] sockets that close while their session is read hold no place of their account', async () => {
  const ada = await t.user()
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    const sockets = [openSocket(origin, ada.cookie), openSocket(origin, ada.cookie)]
    await until('both sessions are read', async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation = 'sessions'::regclass`.execute(t.db)
      return rows.length === 2
    })
    await close(...sockets)
  })
  await connectSocket(origin, ada.cookie)
  await connectSocket(origin, ada.cookie)
})

test('[SOCKET-LIMITS] the events of an account’s sockets are counted together, also of consecutive sockets', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const delivered: boolean[] = []
  // A socket has one, an account eight, and both refill at less than one a second.
  for (let n = 0; n < 30; n += 1) {
    const socket = await connectSocket(origin, ada.cookie)
    delivered.push((await emitWithAck(socket, 'leave_thread', 1)).ok)
    await close(socket)
  }
  expect(delivered.slice(0, 8)).toEqual(Array(8).fill(true))
  expect(delivered).toContain(false)
  expect(await emitWithAck(await connectSocket(origin, bola.cookie), 'leave_thread', 1)).toEqual({ ok: true })
})

test('[SOCKET-LIMITS] a socket may join a limited number of rooms, and join another after leaving one', async () => {
  const many = await startTestApp()
  try {
    const seller = await many.user()
    const socket = await connectSocket(await many.listen(), seller.cookie)
    const ids: number[] = []
    for (let n = 0; n <= bounds.sockets.rooms; n += 1) ids.push(await insertListing(many, seller))
    const last = ids.pop() as number
    for (const id of ids) expect(await emitWithAck(socket, 'join_listing', id)).toEqual({ ok: true })
    expect(await emitWithAck(socket, 'join_listing', ids[0]), 'a room that it is in').toEqual({ ok: true })
    expect(await emitWithAck(socket, 'join_listing', last)).toMatchObject({ ok: false, code: 'RATE_LIMITED' })
    await emitWithAck(socket, 'leave_listing', ids[0])
    expect(await emitWithAck(socket, 'join_listing', last)).toEqual({ ok: true })
  } finally {
    closeSockets()
    await many.close()
  }
})

test('[SOCKET-LIMITS] a process opens a limited number of sockets', () => {
  const limits = createSocketLimits({ RATE_LIMIT_FACTOR: 1000 }, 2)
  const first = limits.enterNetwork('203.0.113.7')
  limits.enterNetwork('203.0.113.8')
  expect(() => limits.enterNetwork('203.0.113.9')).toThrow('Very many people are here right now.')
  first.leave()
  first.leave()
  limits.enterNetwork('203.0.113.9')
  expect(() => limits.enterNetwork('203.0.113.7')).toThrow()
})

test('[SOCKET-LIMITS] an account that opens socket after socket gets no new event budget, however many others connect', () => {
  // One event, the next one after minutes.
  const limits = createSocketLimits({ RATE_LIMIT_FACTOR: 0.0001 })
  const spent = limits.enterAccount(0)
  expect([spent.bucket.take(), spent.bucket.take()]).toEqual([true, false])
  spent.leave()
  for (let id = 1; id <= 2500; id += 1) limits.enterAccount(id).leave()
  expect(limits.enterAccount(0).bucket.take()).toBe(false)
})

test('[SOCKET-LIMITS] each socket of an account counts until it is closed, once, however many others connect', () => {
  const limits = createSocketLimits({ RATE_LIMIT_FACTOR: 0.02 })
  const [first] = [limits.enterAccount(0), limits.enterAccount(0)]
  for (let id = 1; id <= 2500; id += 1) limits.enterAccount(id).leave()
  expect(() => limits.enterAccount(0)).toThrow('Oja is open in very many tabs.')
  first.leave()
  first.leave()
  limits.enterAccount(0)
  expect(() => limits.enterAccount(0)).toThrow()
})
