import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#server/context.ts'
import { insertListing } from '#tests/support/listings.ts'
import { type Pair, startPair } from '#tests/support/redis-pair.ts'
import { hasRedis, type RedisServer, startRedisServer } from '#tests/support/redis-server.ts'
import {
  closeSockets,
  connectSocket,
  emitWithAck,
  record,
  settle,
  type TestSocket,
  waitForEvent,
} from '#tests/support/sockets.ts'
import type { TestUser } from '#tests/support/test-app.ts'

/** Milliseconds: a wait for a Redis that is away would have no end. */
const notForever = 30_000

describe.skipIf(!hasRedis)('with a Redis (REDIS_SERVER, or redis-server on the PATH)', () => {
  let server: RedisServer
  let pair: Pair
  let ada: TestUser
  let listingId: number
  beforeAll(async () => {
    server = await startRedisServer()
    pair = await startPair({ REDIS_URL: server.url })
    ada = await pair.first.user()
    listingId = await insertListing(pair.first, ada)
  })
  afterEach(closeSockets)
  afterAll(async () => {
    await pair?.close()
    await server?.stop()
  })

  const told = (place: number) => ({ listingId: place })
  const tell = (place: number) =>
    pair.first.realtime.emitToRooms([`user:${ada.id}`], 'listing_changed', told(place))

  test('[REDIS-EVENTS] sockets of both processes get the events of one process, once and in order', async () => {
    const [here, there] = [
      await connectSocket(pair.origins[0], ada.cookie),
      await connectSocket(pair.origins[1], ada.cookie),
    ]
    const received = [record(here, 'listing_changed'), record(there, 'listing_changed')]
    for (let count = 1; count <= 50; count += 1) tell(count)
    await expect.poll(() => received.map(({ length }) => length)).toEqual([50, 50])
    await settle(here)
    await settle(there)
    const order = Array.from({ length: 50 }, (_, index) => told(index + 1))
    expect(received).toEqual([order, order])
  })

  test('[REDIS-ORDER] sockets of both processes get the events of several processes once; pages order them by number', async () => {
    const pair = await startPair({ REDIS_URL: server.url })
    const [ada, bola] = [await pair.first.user(), await pair.first.user()]
    const listingId = await insertListing(pair.first, ada)
    const { id: threadId } = await bola.api('POST /api/threads', { body: { listingId } })
    const sockets = await Promise.all(pair.origins.map((origin) => connectSocket(origin, ada.cookie)))
    const received = sockets.map((socket) => record(socket, 'new_message'))
    const send = async (app: App, cookie: string) => {
      for (let count = 0; count < 10; count += 1) {
        const { statusCode } = await app.inject({
          method: 'POST',
          url: `/api/threads/${threadId}/messages`,
          headers: { cookie },
          payload: { body: `Message ${count}`, clientId: crypto.randomUUID() },
        })
        expect(statusCode).toBe(201)
      }
    }
    const senders = [ada, bola].flatMap(({ cookie }) => [
      send(pair.first.app, cookie),
      send(pair.second, cookie),
    ])
    try {
      await Promise.all(senders)
      await expect.poll(() => received.map(({ length }) => length)).toEqual([40, 40])
      const [here, there] = received.map((events) => new Set(events.map(({ message }) => message.id)))
      expect(here?.size).toBe(40)
      expect(there).toEqual(here)
    } finally {
      await pair.close()
    }
  })

  test('[REDIS-RECOVERY] a socket that reconnects to another process gets events from then on', async () => {
    const socket = await leave()
    await comeBack(socket)
    const received = record(socket, 'listing_changed')
    tell(2)
    await expect.poll(() => received).toEqual([told(2)])
    expect(await emitWithAck(socket, 'leave_thread', 1)).toEqual({ ok: true })
  })

  test('[REDIS-RECOVERY] a session that ended meanwhile gets nothing', async () => {
    const socket = await leave()
    tell(2)
    await pair.first.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', ada.id)
      .execute()
    try {
      const received = record(socket, 'listing_changed')
      await comeBack(socket)
      tell(3)
      await settle(socket)
      expect(received).toEqual([])
      expect(await emitWithAck(socket, 'join_thread', 1)).toMatchObject({ code: 'UNAUTHENTICATED' })
    } finally {
      const expires_at = new Date(Date.now() + 3_600_000)
      await pair.first.db.updateTable('sessions').set({ expires_at }).where('user_id', '=', ada.id).execute()
    }
  })

  /** A socket of the first process that got an event, and lost its connection. */
  async function leave(): Promise<TestSocket> {
    const socket = await connectSocket(pair.origins[0], ada.cookie)
    const first = waitForEvent(socket, 'listing_changed')
    tell(1)
    await first
    socket.io.reconnection(false)
    const lost = new Promise((resolve) => socket.once('disconnect', resolve))
    socket.io.engine.close()
    await lost
    await expect.poll(() => pair.first.realtime.count()).toBe(0)
    return socket
  }

  async function comeBack(socket: TestSocket): Promise<void> {
    ;(socket.io as unknown as { uri: string }).uri = pair.origins[1]
    const back = new Promise<void>((resolve) => socket.once('connect', resolve))
    socket.connect()
    await back
  }

  test('[REDIS-SESSION] a user is disconnected from every process', async () => {
    const there = await connectSocket(pair.origins[1], ada.cookie, { reconnection: false })
    const gone = new Promise((resolve) => there.once('disconnect', resolve))
    pair.first.realtime.disconnectUser(ada.id)
    expect(await gone).toBe('io server disconnect')
  })

  test('[REDIS-PAGES] a write in one process clears the page cache in all; many writes send few messages', async () => {
    const read = async (app: App) => (await app.inject('/page')).body
    const change = (description: string) =>
      ada.api('PATCH /api/listings/:id', { params: { id: listingId }, body: { description } })
    const before = await read(pair.second)
    expect(await read(pair.second)).toBe(before)
    await change('Bought last year, hardly used, with its box.')
    await expect.poll(() => read(pair.second)).not.toBe(before)

    const told = () => count('oja_server_events_total{direction="out",event="pages_changed"}')
    const toldBefore = await told()
    const begun = performance.now()
    for (let times = 0; times < 20; times += 1) await change(`Bought last year, used ${times} times.`)
    const most = 2 + (performance.now() - begun) / 50
    expect((await told()) - toldBefore).toBeLessThanOrEqual(most)
    const last = await read(pair.first.app)
    expect(Number(last)).toBeGreaterThan(Number(before))
  })

  async function count(series: string): Promise<number> {
    const { body } = await pair.first.app.inject('/metrics')
    const line = body.split('\n').find((text) => text.startsWith(series))
    return Number(line?.split(' ').at(-1) ?? 0)
  }

  test('[REDIS-LIMITS] an address has one limit across processes, and a refusal has the time until it ends', async () => {
    // 3 a minute.
    const strict = await startPair({ REDIS_URL: server.url, RATE_LIMIT_FACTOR: '0.001' })
    try {
      const ask = (app: App) => app.inject({ url: '/api/categories', remoteAddress: '2001:db8:0:9::1' })
      const apps = [strict.first.app, strict.second, strict.first.app, strict.second]
      const answers = []
      for (const app of apps) answers.push(await ask(app))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
      expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
      const other = { url: '/api/categories', remoteAddress: '2001:db8:0:10::1' }
      expect((await strict.first.app.inject(other)).statusCode).toBe(200)
    } finally {
      await strict.close()
    }
  })

  test('[REDIS-LIMITS] an account has one limit across processes, and refused requests are returned in all', async () => {
    // Three messages and thirty calls a minute.
    const strict = await startPair({ REDIS_URL: server.url, RATE_LIMIT_FACTOR: '0.05' })
    try {
      const [seller, buyer] = [await strict.first.user(), await strict.first.user()]
      const listingId = await insertListing(strict.first, seller)
      const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
      // Other tests count people of the same numbers in this Redis.
      const keys = ['default', 'message'].map((name) => `oja:limit:account ${name} ${buyer.id}`)
      await strict.first.redis?.client.del(keys)
      const send = async (app: App, body: string) =>
        (
          await app.inject({
            method: 'POST',
            url: `/api/threads/${id}/messages`,
            headers: { cookie: buyer.cookie },
            payload: { body, clientId: crypto.randomUUID() },
          })
        ).statusCode
      const apps = [strict.first.app, strict.second, strict.first.app, strict.second]
      for (const app of apps) expect(await send(app, '')).toBe(400)
      const sent = []
      for (const app of apps) sent.push(await send(app, 'Hello'))
      expect(sent).toEqual([201, 201, 201, 429])
    } finally {
      await strict.close()
    }
  })
  test('[REDIS-METRICS] the metrics show whether Redis responds, and the messages between processes', async () => {
    const { body } = await pair.first.app.inject('/metrics')
    expect(body).toMatch(/^oja_redis_up 1$/m)
    expect(body).toContain('oja_server_events_total')
  })

  for (const [how, take, give] of [
    ['hangs', () => server.freeze(), () => server.thaw()],
    ['is gone', () => server.kill(), () => server.start()],
  ] as const) {
    test(`[REDIS-AWAY] while Redis ${how}, sockets of this process get events and limits count; afterwards all get events again`, async () => {
      const strict = await startPair({ REDIS_URL: server.url, RATE_LIMIT_FACTOR: '0.002' })
      try {
        const { first, second, origins } = strict
        const user = await first.user()
        const emit = (place: number) =>
          first.realtime.emitToRooms([`user:${user.id}`], 'listing_changed', told(place))
        const ask = async (app: App, remoteAddress: string) =>
          (await app.inject({ url: '/api/categories', remoteAddress })).statusCode
        const here = record(await connectSocket(origins[0], user.cookie), 'listing_changed')
        const there = record(await connectSocket(origins[1], user.cookie), 'listing_changed')
        // 6 a minute: half of them before.
        const address = how === 'hangs' ? '2001:db8:0:20::' : '2001:db8:0:21::'
        for (let calls = 0; calls < 3; calls += 1) expect(await ask(first.app, address)).toBe(200)

        await take()
        for (let place = 1; place <= 5; place += 1) {
          const begun = performance.now()
          emit(place)
          await expect.poll(() => here.length).toBe(place)
          expect(performance.now() - begun).toBeLessThan(notForever)
        }
        const away = []
        for (let calls = 0; calls < 4; calls += 1) away.push(await ask(first.app, address))
        expect(away).toEqual([200, 200, 200, 429])
        await expect.poll(() => first.redis?.state()).toBe('away')
        emit(6)
        await expect.poll(() => here.length).toBe(6)
        expect(here).toEqual([1, 2, 3, 4, 5, 6].map(told))

        await give()
        await expect.poll(() => first.redis?.state()).toBe('ok')
        // The other process may still be connecting.
        await expect
          .poll(() => {
            emit(7)
            return there.some(({ listingId }) => listingId === 7)
          })
          .toBe(true)
        await expect.poll(async () => (await second.inject('/readyz')).json().parts.redis).toBe('ok')
        const together = []
        for (let calls = 0; calls < 7; calls += 1)
          together.push(await ask(calls % 2 === 0 ? first.app : second, `2001:db8:1${address.slice(10)}`))
        expect(together).toEqual([200, 200, 200, 200, 200, 200, 429])
      } finally {
        server.thaw()
        await strict.close()
      }
    })
  }
})
