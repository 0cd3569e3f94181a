import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/db/pool.ts'
import { timeouts } from '#server/db/timeouts.ts'
import { withBudget } from '#server/lib/request-context.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { insertListing, listingDraft, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { type Gate, startGate } from '../support/gate.ts'

/** Milliseconds within which a person gets an error. */
const maxResponseMs = 10_000
const breath = 'Oja is catching its breath. Please try again in a moment.'

let database: TestDatabase
let gate: Gate
let t: TestApp
beforeAll(async () => {
  database = await cloneDatabase()
  gate = await startGate(database.url)
  const pool = openPool(gate.url, { max: 8 })
  t = await startTestApp({}, {}, { ...pool, url: gate.url, drop: pool.close })
})
afterEach(() => gate.open())
afterAll(async () => {
  await t.close()
  await gate.end()
  await database.drop()
})

async function send(
  user: TestUser,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const askedAt = performance.now()
  const answer = await t.app.inject({
    method,
    url,
    headers: { cookie: user.cookie, ...headers },
    ...(payload ? { payload } : {}),
  })
  return { ms: performance.now() - askedAt, status: answer.statusCode, body: answer.json() }
}

const titlesOf = async (title: string) =>
  (await database.db.selectFrom('listings').select('id').where('title', '=', title).execute()).length

test('[FAULT-RECONNECT] requests during a PostgreSQL restart wait until it is back, and each write is done once', async () => {
  const seller = await t.user()
  const buyers = await Promise.all(Array.from({ length: 5 }, () => t.user()))
  const listing = await publish(t, seller)
  const draft = await listingDraft(t, seller, { title: 'Published while nobody was there' })
  await gate.close()
  const favourites = buyers.map((buyer) => send(buyer, 'POST', '/api/favorites', { listingId: listing.id }))
  const questions = buyers.map((buyer, n) =>
    send(buyer, 'POST', `/api/listings/${listing.id}/questions`, { question: `Is it number ${n} of five?` }),
  )
  const responses = Promise.all([
    ...favourites,
    ...questions,
    send(seller, 'POST', '/api/listings', draft),
    send(seller, 'PATCH', `/api/listings/${listing.id}`, { title: 'Renamed while nobody was there' }),
    send(seller, 'GET', '/api/auth/me'),
  ])
  // Like a PostgreSQL that comes back: connections are refused first, then get "starting up".
  await gate.beStarting()
  await expect.poll(() => gate.attempts(), { timeout: 5000 }).toBeGreaterThan(13)
  await gate.open()
  const received = await responses
  expect(received.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  expect(Math.max(...received.map(({ ms }) => ms))).toBeLessThan(maxResponseMs)
  const count = async (table: 'favorites' | 'questions') =>
    (await database.db.selectFrom(table).select('listing_id').where('listing_id', '=', listing.id).execute())
      .length
  expect([await count('favorites'), await count('questions')]).toEqual([5, 5])
  expect(await titlesOf('Published while nobody was there')).toBe(1)
  expect(await titlesOf('Renamed while nobody was there')).toBe(1)
})

test('[FAULT-RECONNECT] if it stays down they fail within ten seconds; the queue is limited, and requests without a query are answered', async () => {
  const ada = await t.user()
  // The wake-up of a loop, which runs after the response, takes no place in the queue.
  const lost = gate.dropResponseTo('pg_notify')
  const { id } = await publish(t, ada)
  await lost
  await gate.close()
  const crowd = Promise.all(
    Array.from({ length: 100 }, () => send(ada, 'POST', '/api/favorites', { listingId: id })),
  )
  const free = await t.app.inject({ url: '/api/openapi.json' })
  expect(free.statusCode).toBe(200)
  const received = await crowd
  for (const { status, body, ms } of received) {
    expect([status, body.detail, body.retryAfter]).toEqual([503, breath, 2])
    expect(ms).toBeLessThan(maxResponseMs)
  }
  // The others were refused at once.
  expect(received.filter(({ ms }) => ms > 5000).length).toBe(60)
})

test('[FAULT-RECONNECT] a transaction whose connection is lost before its commit is repeated, and is stored once', async () => {
  const ada = await t.user()
  const draft = await listingDraft(t, ada, { title: 'Cut before the end' })
  void gate.dropResponseTo(draft.title)
  expect(await send(ada, 'POST', '/api/listings', draft)).toMatchObject({ status: 201 })
  expect(await titlesOf(draft.title)).toBe(1)
})

test('[FAULT-RECONNECT] a commit with a lost connection is repeated under its key; without a key the error says that the result is unknown', async () => {
  const ada = await t.user()
  const named = await listingDraft(t, ada, { title: 'Cut at the end, with a name' })
  void gate.dropResponseTo('commit\0')
  const key = { 'idempotency-key': 'key-that-is-cut' }
  expect(await send(ada, 'POST', '/api/listings', named, key)).toMatchObject({ status: 201 })
  expect(await titlesOf(named.title)).toBe(1)

  const bode = await t.user()
  const unnamed = await listingDraft(t, bode, { title: 'Cut at the end, without a name' })
  void gate.dropResponseTo('commit\0')
  expect(await send(bode, 'POST', '/api/listings', unnamed)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('we do not know whether this was saved') },
  })
  expect(await titlesOf(unnamed.title)).toBe(1)
})

test('[FAULT-RECONNECT] a write sent to a replica waits for the primary', async () => {
  const ada = await t.user()
  const id = await insertListing(t, ada)
  const draft = await listingDraft(t, ada, { title: 'Led to the primary at last' })
  const name = new URL(database.url).pathname.slice(1)
  const leadTo = async (setting: 'on' | 'off') => {
    await sql
      .raw(`alter database ${name} set default_transaction_read_only = ${setting}`)
      .execute(database.db)
  }
  await leadTo('on')
  await gate.close()
  await gate.open()
  const writes = Promise.all([
    send(ada, 'POST', '/api/favorites', { listingId: id }),
    send(ada, 'POST', '/api/listings', draft),
  ])
  await expect.poll(() => gate.attempts(), { timeout: 5000 }).toBeGreaterThan(5)
  await leadTo('off')
  expect((await writes).map(({ status }) => status)).toEqual([201, 201])
  expect(await titlesOf(draft.title)).toBe(1)
})

test('[FAULT-RECONNECT] a transaction that is lost before its commit, with a database that stays down, was certainly not saved', async () => {
  const ada = await t.user()
  const draft = await listingDraft(t, ada, { title: 'Cut, and then nobody there' })
  const cut = gate.dropResponseTo(draft.title).then(() => gate.close())
  expect(await send(ada, 'POST', '/api/listings', draft)).toMatchObject({
    status: 503,
    body: { detail: breath },
  })
  await cut
})

/** A statement with a waiting caller, which may be sent again. */
const ask = (text: string, ms = timeouts.request) =>
  withBudget(new WaitBudget(ms, 'write'), () => sql.raw(text).execute(t.db))

test('[FAULT-RECONNECT] a read that ends its connection is sent three times at most, a write once', async () => {
  await sql`create sequence sent`.execute(database.db)
  await expect(ask(`select nextval('sent'), pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
  await sql`create table written (text text)`.execute(database.db)
  void gate.dropResponseTo('once, or not')
  await expect(ask(`insert into written values ('once, or not')`)).rejects.toThrow()
  const { rows } =
    await sql`select (select last_value from sent) as sent, count(*) as written from written`.execute(
      database.db,
    )
  expect(rows).toEqual([{ sent: 3, written: 1 }])
})

test('[FAULT-RECONNECT] after one query without an answer no connection is trusted that was silent since', async () => {
  await Promise.all(Array.from({ length: 8 }, () => ask('select pg_sleep(0.1)')))
  gate.silence()
  await expect(ask('select 1', 200)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  for (let asked = 0; asked < 8; asked += 1) await ask('select 1')
})
