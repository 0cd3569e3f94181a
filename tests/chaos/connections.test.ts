import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTransient } from '#server/db/failures.ts'
import { openPool } from '#server/db/pool.ts'
import { timeouts } from '#server/db/timeouts.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { ask } from '../support/postgres.ts'

let t: TestApp
let ada: TestUser
beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
})
afterAll(() => t.close())

const url = () => t.env.DATABASE_URL ?? ''

test('[FAULT-CONNECTION] a connection that breaks inside a transaction fails that transaction only, not the process', async () => {
  const failure = await t.db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await ask(url(), 'select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      await sql`select 1`.execute(tx)
    })
    .catch((error: unknown) => error)
  expect(isTransient(failure)).toBe(true)
  expect(await ada.api('GET /api/auth/me')).toMatchObject({ id: ada.id })
})

test('[FAULT-CONNECTION] a connection that PostgreSQL is about to end is used by nobody else', async () => {
  const { db, close } = openPool(url(), { max: 1 })
  const backend = async () => (await sql`select pg_backend_pid() as pid`.execute(db)).rows[0]
  const first = await backend()
  // The message comes before the end of the connection, which a request meanwhile would meet.
  const told = sql`do $$ begin raise 'terminating connection' using errcode = '57P01'; end $$`
  await expect(told.execute(db)).rejects.toMatchObject({ code: '57P01' })
  expect(await backend()).not.toEqual(first)
  await close()
})

test('[FAULT-CONNECTIONS] when all connections break at once the next requests open new ones', async () => {
  await Promise.all(Array.from({ length: 8 }, () => ada.api('GET /api/auth/me')))
  await ask(
    url(),
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => ada.api('GET /api/auth/me')))
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 503 })
  expect(await ada.api('GET /api/auth/me')).toMatchObject({ id: ada.id })
})

test('[FAULT-LOCK] a request that waits too long for a locked row gets an error with advice, and the row is unchanged', async () => {
  const listing = await publish(t, ada)
  const blocker = openPool(url(), { max: 1 })
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const blocking = blocker.db.transaction().execute(async (tx) => {
    await sql`select from listings where id = ${listing.id} for update`.execute(tx)
    const startedAt = performance.now()
    const failure = await failureOf(
      ada.api('PATCH /api/listings/:id', { params: { id: listing.id }, body: { title: 'Another title' } }),
    )
    release()
    return { failure, waited: performance.now() - startedAt }
  })
  await blocked
  const { failure, waited } = await blocking
  await blocker.close()
  expect(failure).toMatchObject({ status: 503, problem: { retryAfter: 2 } })
  expect(waited).toBeGreaterThanOrEqual(timeouts.lock - 50)
  const shown = await ada.api('GET /api/listings/:id', { params: { id: listing.id } })
  expect(shown.title).toBe(listing.title)
})

test('[FAULT-LOCK] a single write that was refused was certainly not saved', async () => {
  const { id: listingId } = await publish(t, await t.user())
  const { saving } = await t.db.transaction().execute(async (tx) => {
    await sql`lock table favorites in access exclusive mode`.execute(tx)
    const saving = failureOf(ada.api('POST /api/favorites', { body: { listingId } }))
    await saving
    return { saving }
  })
  expect(await saving).toMatchObject({
    status: 503,
    problem: { detail: 'Oja is catching its breath. Please try again in a moment.' },
  })
})

test('a commit that did not wait for the synchronous replica is not acknowledged: the next primary may not have it', async () => {
  // As PostgreSQL says it.
  const failure = await sql`do $$ begin
    raise warning 'canceling wait for synchronous replication due to user request'; end $$`
    .execute(t.db)
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'Unreplicated' })
  expect(isTransient(failure)).toBe(true)
})

test('[FAULT-LIMITS] each connection has timeouts for statements, locks and idle transactions', async () => {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(t.db)
  expect(rows).toEqual([{ statement: '20s', lock: '3s', idle: '15s' }])
})
