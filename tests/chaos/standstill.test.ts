import { sql } from 'kysely'
import pg from 'pg'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { timeouts } from '#server/db/timeouts.ts'
import { socketPath } from '#shared/socket-path.ts'
import { listingDraft, publish } from '#tests/support/listings.ts'
import { connectSocket, emitWithAck } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { type Frozen, freezePostgres } from '../support/freeze.ts'
import { until } from '../support/until.ts'
import { type DatabaseServer, startDatabaseServer } from './support/database-server.ts'

/** Milliseconds: before the driver gives up by itself. A quiet machine needs 7 to 8 s, a busy one more. */
const maxResponseMs = timeouts.unanswered

let server: DatabaseServer
/** Of the pool. */
const connections = 8

let t: TestApp
let ada: TestUser
let frozen: Frozen | undefined
beforeAll(async () => {
  server = await startDatabaseServer()
  const url = await server.create('standstill')
  const migrationPool = openPool(url, { max: 1, withoutTimeouts: true })
  await migrate(migrationPool.db)
  await migrationPool.close()
  const pool = openPool(url, { max: connections })
  t = await startTestApp({}, {}, { ...pool, url, drop: pool.close })
  ada = await t.user()
})
afterEach(() => frozen?.thaw())
afterAll(async () => {
  await t.close()
  await server.stop()
})

interface TimedResponse {
  ms: number
  status: number
  detail: string
  retryAfter: unknown
}

async function ask(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<TimedResponse> {
  const askedAt = performance.now()
  const answer = await t.app.inject({
    method,
    url,
    headers: { cookie: ada.cookie, ...headers },
    ...(payload ? { payload } : {}),
  })
  const { detail = '' } = answer.headers['content-type']?.includes('json') ? answer.json() : {}
  return {
    ms: performance.now() - askedAt,
    status: answer.statusCode,
    detail,
    retryAfter: answer.headers['retry-after'],
  }
}

const crowd = (url: string, many: number) => Promise.all(Array.from({ length: many }, () => ask('GET', url)))

test('[FAULT-STANDSTILL] while PostgreSQL hangs every call is answered within ten seconds, and works again right after', async () => {
  const listing = await publish(t, ada)
  const origin = await t.listen()
  const socket = await connectSocket(origin, ada.cookie)
  await crowd('/api/auth/me', connections)

  frozen = freezePostgres(server.dataDir)
  const saidAt = performance.now()
  const newcomer = io(origin, {
    path: socketPath,
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: ada.cookie },
  })
  const refused = new Promise<number>((resolve) =>
    newcomer.once('connect_error', () => resolve(performance.now() - saidAt)),
  )
  const [reads, writes, health, event] = await Promise.all([
    Promise.all([
      crowd('/api/listings', 30),
      crowd('/api/auth/me', 15),
      crowd(`/api/listings/${listing.id}`, 15),
    ]),
    Promise.all([
      ask('POST', '/api/auth/login', { email: 'nobody@example.com', password: 'a good password' }),
      ask('POST', '/api/favorites', { listingId: listing.id }),
      ask('POST', `/api/listings/${listing.id}/view`),
    ]),
    Promise.all([ask('GET', '/healthz'), ask('GET', '/readyz'), ask('GET', '/metrics')]),
    (socket as ReturnType<typeof io>).timeout(maxResponseMs).emitWithAck('join_listing', listing.id),
  ])
  for (const response of [...reads.flat(), ...writes]) {
    expect(response).toMatchObject({ status: 503, retryAfter: '2' })
    expect(response.detail).toMatch(/^Oja is catching its breath/)
    expect(response.ms).toBeLessThan(maxResponseMs)
  }
  expect(health.map(({ status }) => status)).toEqual([200, 503, 200])
  expect(Math.max(...health.map(({ ms }) => ms))).toBeLessThan(maxResponseMs)
  expect(event).toMatchObject({ ok: false, code: 'UNAVAILABLE' })
  expect(await refused).toBeLessThan(maxResponseMs)
  newcomer.disconnect()

  frozen.thaw()
  await until('a good answer', async () => (await ask('GET', '/api/auth/me')).status === 200)
  // As many as have a connection at once: of more, a crowded machine refuses those that wait too long for one.
  const again = await crowd('/api/listings', connections)
  expect(again.filter(({ status }) => status !== 200)).toEqual([])
  expect(await emitWithAck(socket, 'join_listing', listing.id)).toEqual({ ok: true })
})

test('[FAULT-UNKNOWN] a write whose commit is not acknowledged has an unknown result, and sent again with its key it is stored once', async () => {
  // Deferred, so that the commit itself waits.
  await sql`create function wait_at_commit() returns trigger language plpgsql set lock_timeout = 0 as $$
    begin perform pg_advisory_xact_lock(4711); return null; end $$`.execute(t.db)
  await sql`create constraint trigger wait_at_commit after insert on listings
    deferrable initially deferred for each row execute function wait_at_commit()`.execute(t.db)
  const blocker = new pg.Client({ connectionString: t.env.DATABASE_URL })
  await blocker.connect()
  await blocker.query('select pg_advisory_lock(4711)')
  const draft = await listingDraft(t, ada, { title: 'Named by its browser' })
  const publishIt = () => ask('POST', '/api/listings', draft, { 'idempotency-key': 'key-of-the-first-try' })
  // One seller's listings are published one after the other.
  const bode = await t.user()
  const [named, unnamed] = await Promise.all([
    publishIt(),
    ask(
      'POST',
      '/api/listings',
      // Another description: listings with the same text are published one after the other too.
      await listingDraft(t, bode, {
        description: 'Unlike what the other one sells, in every single word of it.',
      }),
      { cookie: bode.cookie },
    ),
  ])
  const unknown = 'The answer took too long, so we do not know whether this was saved.'
  expect(named).toMatchObject({
    status: 503,
    retryAfter: '2',
    detail: `${unknown} Please try again: it will not be saved twice.`,
  })
  expect(unnamed.detail).toBe(`${unknown} Please look whether it was before you try again.`)
  await blocker.end()
  await until('the commits to end, either way', async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory'`.execute(t.db)
    return rows.length === 0
  })
  expect(await publishIt()).toMatchObject({ status: 201 })
  expect(await publishIt()).toMatchObject({ status: 201 })
  const found = await t.db.selectFrom('listings').select('id').where('title', '=', draft.title).execute()
  expect(found).toHaveLength(1)
  const rows = await t.db.selectFrom('idempotency_keys').select('key').execute()
  expect(rows).toEqual([{ key: 'key-of-the-first-try' }])
})
