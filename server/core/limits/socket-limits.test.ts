import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { socketPath } from '#shared/socket-path.ts'
import { insertListing } from '#tests/support/listings.ts'
import { closeSockets, connectSocket, openSocket, say, type TestSocket } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bounds } from './bounds.ts'
import { createSocketLimits } from './socket-limits.ts'

let t: TestApp
let origin: string

beforeAll(async () => {
  // Two sockets of an account, a hundred of an IPv4 address, ten of a /64.
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0.02', TRUST_PROXY: 'loopback' })
  origin = await t.listen()
})
afterEach(closeSockets)
afterAll(() => t.close())

const from = (address: string) => ({ reconnection: false, extraHeaders: { 'x-forwarded-for': address } })

/** Why a socket was not let in. */
async function refusal(...args: Parameters<typeof openSocket>): Promise<Error & { data?: unknown }> {
  const socket = openSocket(...args)
  return new Promise((resolve, reject) => {
    socket.once('connect_error', resolve)
    socket.once('connect', () => reject(new Error('It was let in.')))
  })
}

/** Resolves when the server has noticed that the sockets are gone. */
async function close(...sockets: TestSocket[]): Promise<void> {
  const before = t.realtime.count()
  for (const socket of sockets) socket.disconnect()
  await expect.poll(() => t.realtime.count()).toBe(before - sockets.length)
}

/** What is answered to somebody who opens a socket, in the words of HTTP. */
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

test('[SOCKET-LIMITS] an account opens so many sockets and no more; others behind its address do', async () => {
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

test('[SOCKET-LIMITS] the addresses of an IPv6 /64 open so many together; a refusal is a sentence', async () => {
  const sockets: TestSocket[] = []
  for (let n = 1; n <= 10; n += 1)
    sockets.push(await connectSocket(origin, undefined, from(`2001:db8:1:2:${n}::${n}`)))
  await refusal(origin, undefined, from('2001:db8:1:2::ff'))
  expect(await upgrade('2001:db8:1:2::ff')).toBe('Oja is open in very many tabs. Please close some of them.')
  await connectSocket(origin, undefined, from('2001:db8:1:3::1'))
  // Thousands of phones may have one IPv4 address.
  for (let n = 1; n <= 20; n += 1) await connectSocket(origin, undefined, from('::ffff:203.0.113.7'))
  await close(...sockets.slice(0, 1))
  await connectSocket(origin, undefined, from('2001:db8:1:2::ff'))
})

test('[SOCKET-LIMITS] refused sockets and those that end at once keep no place', async () => {
  const ada = await t.user()
  const open = [await connectSocket(origin, ada.cookie), await connectSocket(origin, ada.cookie)]
  for (let n = 0; n < 12; n += 1) await refusal(origin, ada.cookie, from('2001:db8:9:9::1')).catch(() => {})
  closeSockets()
  await expect.poll(() => t.realtime.count()).toBe(0)
  expect(open.every((socket) => !socket.connected)).toBe(true)
  await connectSocket(origin, ada.cookie)
  for (let n = 1; n <= 10; n += 1) await connectSocket(origin, undefined, from(`2001:db8:9:9::${n}`))
})

test('[SOCKET-LIMITS] the events of an account’s sockets count together, also of one after the other', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const heard: boolean[] = []
  // A socket has one, an account eight, and less than one more a second.
  for (let n = 0; n < 30; n += 1) {
    const socket = await connectSocket(origin, ada.cookie)
    heard.push((await say(socket, 'leave_thread', 1)).ok)
    await close(socket)
  }
  expect(heard.slice(0, 8)).toEqual(Array(8).fill(true))
  expect(heard).toContain(false)
  expect(await say(await connectSocket(origin, bola.cookie), 'leave_thread', 1)).toEqual({ ok: true })
})

test('[SOCKET-LIMITS] a socket is in so many rooms and no more, and may leave one for another', async () => {
  const many = await startTestApp()
  try {
    const seller = await many.user()
    const socket = await connectSocket(await many.listen(), seller.cookie)
    const ids: number[] = []
    for (let n = 0; n <= bounds.sockets.rooms; n += 1) ids.push(await insertListing(many, seller))
    const last = ids.pop() as number
    for (const id of ids) expect(await say(socket, 'join_listing', id)).toEqual({ ok: true })
    await say(socket, 'join_listing', ids[0])
    expect(await say(socket, 'join_listing', last)).toMatchObject({ ok: false, code: 'RATE_LIMITED' })
    await say(socket, 'leave_listing', ids[0])
    expect(await say(socket, 'join_listing', last)).toEqual({ ok: true })
  } finally {
    closeSockets()
    await many.close()
  }
})

test('[SOCKET-LIMITS] a process opens so many sockets in all', () => {
  const limits = createSocketLimits(1000, 2)
  const first = limits.enterNetwork('203.0.113.7')
  limits.enterNetwork('203.0.113.8')
  expect(() => limits.enterNetwork('203.0.113.9')).toThrow('Very many people are here right now.')
  first.leave()
  first.leave()
  limits.enterNetwork('203.0.113.9')
  expect(() => limits.enterNetwork('203.0.113.7')).toThrow()
})
