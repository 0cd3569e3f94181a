import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import {
  hasRedis,
  type RedisServer,
  startRedisServer,
  startReplicaOf,
  startSentinel,
} from '#tests/support/redis-server.ts'
import { startSecondApp } from '#tests/support/second-app.ts'
import {
  closeSockets,
  connectSocket,
  hear,
  record,
  say,
  settle,
  type TestSocket,
} from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import type { App } from '../../context.ts'
import { openRedis } from './redis.ts'

/** Two processes of one Oja, as far as Redis and the database can tell. */
interface Pair {
  first: TestApp
  second: App
  origins: [string, string]
  close(): Promise<void>
}

async function startPair(settings: Record<string, string>, socketPatience?: number): Promise<Pair> {
  let rendered = 0
  /** A page that says how often it was made. */
  async function renderPages(app: App): Promise<void> {
    const render = async () => {
      rendered += 1
      return { status: 200, html: String(rendered) }
    }
    app.get('/page', (request, reply) => app.visitorPages.answer(request, reply, render))
  }
  const options = { renderPages, ...(socketPatience === undefined ? {} : { socketPatience }) }
  const first = await startTestApp(settings, options)
  const second = await startSecondApp(first, options)
  const there = await second.listen({ port: 0, host: '127.0.0.1' })
  return {
    first,
    second,
    origins: [await first.listen(), there],
    async close() {
      closeSockets()
      await second.close()
      await first.close()
    },
  }
}

test('[REDIS-AWAY] a start waits for a Redis that is not there for no longer than about a second', async () => {
  const begun = performance.now()
  const redis = await openRedis({ REDIS_URL: ['redis://127.0.0.1:1'], REDIS_SENTINEL_MASTER: undefined })
  expect(performance.now() - begun).toBeLessThan(3000)
  expect(redis?.state()).toBe('away')
  await expect(redis?.run((client) => client.getDel('key'))).rejects.toThrow('away')
  redis?.close()
})

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
    pair.first.realtime.tell([`user:${ada.id}`], 'questions_changed', told(place))

  test('[REDIS-EVENTS] what one process tells, sockets of both hear, once and in order', async () => {
    const [here, there] = [
      await connectSocket(pair.origins[0], ada.cookie),
      await connectSocket(pair.origins[1], ada.cookie),
    ]
    const heard = [record(here, 'questions_changed'), record(there, 'questions_changed')]
    for (let count = 1; count <= 50; count += 1) tell(count)
    await expect.poll(() => heard.map(({ length }) => length)).toEqual([50, 50])
    await settle(here)
    await settle(there)
    const order = Array.from({ length: 50 }, (_, index) => told(index + 1))
    expect(heard).toEqual([order, order])
  })

  test('[REDIS-ORDER] what several processes tell at once, all sockets hear in one order', async () => {
    // Order holds for as long as Redis is waited for: here, for a crowded machine too.
    const patient = await startPair({ REDIS_URL: server.url }, 30_000)
    const [ada, bola] = [await patient.first.user(), await patient.first.user()]
    const listingId = await insertListing(patient.first, ada)
    const { id: threadId } = await bola.api('POST /api/threads', { body: { listingId } })
    const sockets = await Promise.all(patient.origins.map((origin) => connectSocket(origin, ada.cookie)))
    const heard = sockets.map((socket) => record(socket, 'new_message'))
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
      send(patient.first.app, cookie),
      send(patient.second, cookie),
    ])
    try {
      await Promise.all(senders)
      await expect.poll(() => heard.map(({ length }) => length)).toEqual([40, 40])
      const [mine, theirs] = heard.map((events) => events.map(({ message }) => message.id))
      expect(mine).toEqual(theirs)
    } finally {
      await patient.close()
    }
  })

  test('[REDIS-RECOVERY] a socket that comes back to another process hears what it missed', async () => {
    const socket = await leave()
    tell(2)
    tell(3)
    const heard = record(socket, 'questions_changed')
    await comeBack(socket)
    await expect.poll(() => heard.length).toBe(2)
    expect(socket.recovered).toBe(true)
    tell(4)
    await expect.poll(() => heard.length).toBe(3)
    expect(heard.map((event) => event.listingId)).toEqual([2, 3, 4])
    expect(await say(socket, 'leave_thread', 1)).toEqual({ ok: true })
  })

  test('[REDIS-RECOVERY] a session that ended meanwhile hears nothing of it', async () => {
    const socket = await leave()
    tell(2)
    await pair.first.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', ada.id)
      .execute()
    try {
      const heard = record(socket, 'questions_changed')
      await comeBack(socket)
      tell(3)
      await settle(socket)
      expect([heard, socket.recovered]).toEqual([[], false])
      expect(await say(socket, 'join_thread', 1)).toMatchObject({ code: 'UNAUTHENTICATED' })
    } finally {
      const expires_at = new Date(Date.now() + 3_600_000)
      await pair.first.db.updateTable('sessions').set({ expires_at }).where('user_id', '=', ada.id).execute()
    }
  })

  /** A socket of the first process that has heard something, and lost its connection. */
  async function leave(): Promise<TestSocket> {
    const socket = await connectSocket(pair.origins[0], ada.cookie)
    const first = hear(socket, 'questions_changed')
    tell(1)
    await first
    socket.io.reconnection(false)
    const lost = new Promise((resolve) => socket.once('disconnect', resolve))
    socket.io.engine.close()
    await lost
    await expect.poll(() => pair.first.realtime.count()).toBe(0)
    // Kept by a command before this one.
    await pair.first.redis?.run((client) => client.getDel('none'))
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

  test('[REDIS-PAGES] a write in one process clears the pages of visitors in all; many at once are told of seldom', async () => {
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

  test('[REDIS-LIMITS] an address has one limit in all processes, and a refusal says when it ends', async () => {
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

  test('[REDIS-LIMITS] an account has one limit in all processes, and what was refused is given back in all', async () => {
    // Three messages and thirty calls a minute.
    const strict = await startPair({ REDIS_URL: server.url, RATE_LIMIT_FACTOR: '0.05' })
    try {
      const [seller, buyer] = [await strict.first.user(), await strict.first.user()]
      const listingId = await insertListing(strict.first, seller)
      const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
      // Other tests count people of the same numbers in this Redis.
      const keys = ['default', 'message'].map((name) => `oja:limit:account ${name} ${buyer.id}`)
      await strict.first.redis?.run((client) =>
        client.eval("return redis.call('DEL', unpack(KEYS))", { keys, arguments: [] }),
      )
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

  test('[REDIS-METRICS] the metrics say whether Redis answers, and what processes tell each other', async () => {
    const { body } = await pair.first.app.inject('/metrics')
    expect(body).toMatch(/^oja_redis_up\{connection="commands"\} 1$/m)
    expect(body).toMatch(/^oja_redis_up\{connection="waiting"\} 1$/m)
    expect(body).toContain('oja_server_events_total')
  })

  for (const [how, take, give] of [
    ['hangs', () => server.freeze(), () => server.thaw()],
    ['is gone', () => server.kill(), () => server.start()],
  ] as const) {
    test(`[REDIS-AWAY] while Redis ${how}, this process's sockets hear at once, limits count, and all comes back`, async () => {
      const strict = await startPair({ REDIS_URL: server.url, RATE_LIMIT_FACTOR: '0.002' })
      try {
        const { first, second, origins } = strict
        const user = await first.user()
        const room = [`user:${user.id}` as const]
        const ask = async (app: App, remoteAddress: string) =>
          (await app.inject({ url: '/api/categories', remoteAddress })).statusCode
        const here = await connectSocket(origins[0], user.cookie)
        const there = await connectSocket(origins[1], user.cookie)
        const far = record(there, 'questions_changed')
        // 6 a minute: half of them before.
        const address = how === 'hangs' ? '2001:db8:0:20::' : '2001:db8:0:21::'
        for (let calls = 0; calls < 3; calls += 1) expect(await ask(first.app, address)).toBe(200)

        await take()
        const waits: number[] = []
        for (let place = 1; place <= 5; place += 1) {
          const heard = hear(here, 'questions_changed')
          const begun = performance.now()
          first.realtime.tell(room, 'questions_changed', { listingId: place })
          expect(await heard).toEqual({ listingId: place })
          waits.push(performance.now() - begun)
        }
        expect(Math.max(...waits)).toBeLessThan(1000)
        const away = []
        for (let calls = 0; calls < 4; calls += 1) away.push(await ask(first.app, address))
        expect(away).toEqual([200, 200, 200, 429])
        await expect.poll(() => first.redis?.state()).toBe('away')

        await give()
        await expect.poll(() => first.redis?.state(), { timeout: 10_000 }).toBe('ok')
        first.realtime.tell(room, 'questions_changed', { listingId: 6 })
        await expect.poll(() => far.length, { timeout: 10_000 }).toBe(6)
        await settle(there)
        expect(far.map((event) => event.listingId)).toEqual([1, 2, 3, 4, 5, 6])
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

  test('[REDIS-SENTINEL] when the master is lost, the one that Sentinel names is found, and what was told meanwhile is heard', async () => {
    const master = await startRedisServer()
    const replica = await startReplicaOf(master)
    const sentinel = await startSentinel(master)
    const watched = await startPair({ REDIS_URL: sentinel.url, REDIS_SENTINEL_MASTER: 'oja' })
    try {
      const { first, origins } = watched
      expect(first.redis?.state()).toBe('ok')
      const user = await first.user()
      const there = await connectSocket(origins[1], user.cookie)
      const heard = record(there, 'questions_changed')
      const say = (place: number) =>
        first.realtime.tell([`user:${user.id}`], 'questions_changed', { listingId: place })
      say(1)
      await expect.poll(() => heard.length).toBe(1)
      await master.kill()
      for (let place = 2; place <= 20; place += 1) say(place)
      await expect.poll(() => heard.length, { timeout: 15_000 }).toBe(20)
      expect(heard.map((event) => event.listingId)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      )
      await expect.poll(() => first.redis?.state(), { timeout: 10_000 }).toBe('ok')
    } finally {
      await watched.close()
      await sentinel.stop()
      await replica.stop()
      await master.stop()
    }
  })
})
