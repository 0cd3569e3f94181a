import pg from 'pg'
import { timeouts } from '#server/db/timeouts.ts'
import { request } from '#tests/support/person.ts'
import { ask } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import { createWorld } from '../support/chaos-world.ts'
import { isWhole } from '../support/compare.ts'
import { expectations, type Fault } from '../support/fault.ts'

/** Requests that wait for the same row: more than the pool has connections. */
const crowd = 60
/**
 * Milliseconds: waits for a connection to read the session, for one for the edit, and for the lock; plus a
 * reserve for a busy machine.
 */
const answeredWithin = timeouts.connection * 2 + timeouts.lock + 3000

/**
 * An open transaction, such as a forgotten maintenance session, holds the lock of a row that many requests
 * write.
 */
export const poolUsedUp: Fault = {
  name: 'pool',
  title: `A row locked for long by somebody else, and ${crowd} requests that want it`,
  async run() {
    const { expect, failures } = expectations()
    const world = await createWorld()
    try {
      const { oja, seller, ledger, databaseUrl } = world
      await world.traffic().then((traffic) => traffic.stop())
      const [id] = [...ledger.listings].find(([, { isDeleted }]) => !isDeleted.value) ?? []
      const blocker = new pg.Client({ connectionString: databaseUrl() })
      await blocker.connect()
      await blocker.query('begin')
      await blocker.query('select from listings where id = $1 for update', [id])
      await request(`${oja.url}/about`, 'GET', undefined, undefined)

      const timed = async (
        ask: () => Promise<{ status: number; retryAfter: number | null; body: unknown }>,
      ) => {
        const askedAt = performance.now()
        return { ...(await ask()), ms: performance.now() - askedAt }
      }
      const edit = () => timed(() => seller.send('PATCH', `/api/listings/${id}`, { price: 4_200_000 }))
      const blocked = Promise.all(Array.from({ length: crowd }, edit))
      const others = await Promise.all(
        ['/healthz', '/about', '/api/categories', '/api/auth/me', '/api/listings'].map(async (path) => ({
          path,
          ...(await timed(() => seller.send('GET', path))),
        })),
      )
      const refused = await blocked
      await blocker.query('rollback')
      await blocker.end()
      await until('an edit that succeeds', async () => (await edit()).status === 200)
      const comparison = await world.compare()
      const slowestMs = Math.max(...refused.map(({ ms }) => ms))
      const slowest = others.toSorted((a, b) => b.ms - a.ms)[0]
      const refusal = refused.find(({ status }) => status === 503)?.body as { detail?: string } | undefined
      expect(
        refused.every(({ status, retryAfter }) => status === 503 && retryAfter !== null),
        `answers: ${[...new Set(refused.map(({ status }) => status))].join(', ')}`,
      )
      expect(slowestMs < answeredWithin, `the last waited ${Math.round(slowestMs)} ms`)
      expect(
        others.slice(0, 2).every(({ status, ms }) => status === 200 && ms < 1000),
        'health or kept pages waited',
      )
      expect(isWhole(comparison), 'the ledger does not agree')
      return {
        sees: `who wants the row: 503 “${refusal?.detail}”; others wait at most as long`,
        measured: [
          `the last of ${crowd} answered after ${Math.round(slowestMs)} ms`,
          `of other reads ${slowest?.path} took longest: ${Math.round(slowest?.ms ?? 0)} ms (${slowest?.status})`,
        ],
        comparison,
        failures,
      }
    } finally {
      await world.end()
    }
  },
}

/**
 * A server is stopped in the middle of a transaction, like a suspended machine: PostgreSQL ends its
 * transaction.
 */
export const serverFrozen: Fault = {
  name: 'frozen',
  title: 'A server frozen in the middle of its transactions (SIGSTOP)',
  async run() {
    const { expect, failures } = expectations()
    const world = await createWorld()
    try {
      const { oja, databaseUrl } = world
      const traffic = await world.traffic({ workers: 8 })
      const open = `select from pg_stat_activity where state like 'idle in transaction%' and application_name <> 'chaos'`
      // Frozen between two statements of a transaction: repeated until one is caught.
      await until('a transaction caught open', async () => {
        process.kill(oja.pid(), 'SIGSTOP')
        if ((await ask(databaseUrl(), open)).length > 0) return true
        process.kill(oja.pid(), 'SIGCONT')
        return false
      })
      const frozenAt = performance.now()
      await until(
        'PostgreSQL to end it',
        async () => (await ask(databaseUrl(), open)).length === 0,
        timeouts.idleInTransaction * 2,
      )
      const freeAfter = performance.now() - frozenAt
      process.kill(oja.pid(), 'SIGCONT')
      const { size } = world.ledger.listings
      await until('more listings', () => world.ledger.listings.size > size + 1)
      await traffic.stop()
      const comparison = await world.compare()
      expect(oja.isRunning(), `the server ended: ${oja.output().slice(-500)}`)
      expect(
        freeAfter < timeouts.idleInTransaction + 3000,
        `its locks were held for ${Math.round(freeAfter)} ms`,
      )
      expect(isWhole(comparison), 'the ledger does not agree')
      return {
        sees: 'waits while it is frozen; then as before',
        measured: [`its locks were free after ${Math.round(freeAfter)} ms`],
        comparison,
        failures,
      }
    } finally {
      await world.end()
    }
  },
}
