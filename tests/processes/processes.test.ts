import { once } from 'node:events'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createOja, type Oja } from '#tests/support/oja-process.ts'
import { until } from '#tests/support/until.ts'
import { readMetric } from './support/metrics.ts'
import { isAlive, workersOf } from './support/workers.ts'

// One Oja of three processes, two of them workers, on an existing database. Each test continues from the
// state of the last one.
let database: TestDatabase
let oja: Oja
beforeAll(async () => {
  database = await cloneDatabase()
  oja = await createOja({ DATABASE_URL: database.url, WEB_CONCURRENCY: '2' })
})
afterAll(async () => {
  await oja.remove()
  await database.drop()
})

const bothAnswer = () =>
  until('two processes', async () => (await readMetric(oja.url, 'oja_processes')) === 2)

/** A request in a worker that waits for its body. Returns its status, or 0 for a broken connection. */
async function openRequest(): Promise<{ answered: Promise<number>; finish(): void }> {
  const sent = request(`${oja.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' },
  })
  sent.flushHeaders()
  const answered = new Promise<number>((resolve) => {
    sent.once('error', () => resolve(0))
    sent.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  await once(sent, 'continue')
  return { answered, finish: () => void sent.end('{}') }
}

test('[PROC-MANY] [PROC-METRICS] two processes serve one port, and /metrics of either counts both', async () => {
  await oja.start()
  await bothAnswer()
  // No error was logged meanwhile. On a crowded machine the first answers of the database may take longer than its timeouts. The first
  // start after a change builds.
  const lines = oja.output().trim().split('\n')
  const isExpected = /The database does not answer|timeout exceeded when trying to connect|^Building Oja/
  expect(lines.filter((line) => !isExpected.test(line))).toEqual([
    `Oja is at ${oja.url.replace('127.0.0.1', 'localhost')}`,
  ])
  const workers = workersOf(oja.pid())
  expect(workers).toHaveLength(2)

  for (let sent = 0; sent < 20; sent += 1) {
    const answer = await fetch(`${oja.url}/api/categories`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  const counted = () =>
    readMetric(oja.url, 'oja_http_request_duration_seconds_count', 'route="/api/categories"')
  await until('all twenty in each answer', async () => (await counted()) === 20 && (await counted()) === 20)
  // Read from the database by both processes: not summed.
  expect(await readMetric(oja.url, 'oja_build_info')).toBe(1)
  expect(await readMetric(oja.url, 'oja_db_pool_max')).toBe(32)
  expect(await readMetric(oja.url, 'oja_process_deaths_total')).toBe(0)
})

test('[PROC-CRASH] a process that dies loses its own requests only; another one replaces it', async () => {
  const [victim = 0, other = 0] = workersOf(oja.pid())
  // One after the other: connections go to both in turn.
  const open = [await openRequest(), await openRequest(), await openRequest(), await openRequest()]
  process.kill(victim, 'SIGKILL')
  await until('it is noticed', () =>
    oja.output().includes('ended by itself (SIGKILL); another one replaces it'),
  )
  for (let sent = 0; sent < 20; sent += 1) {
    const answer = await fetch(`${oja.url}/healthz`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(200)
  }
  for (const { finish } of open) finish()
  const statuses = await Promise.all(open.map(({ answered }) => answered))
  expect(statuses.sort()).toEqual([0, 0, 400, 400])
  await bothAnswer()
  const workers = workersOf(oja.pid())
  expect(workers).toContain(other)
  expect(workers).not.toContain(victim)
  expect(await readMetric(oja.url, 'oja_process_deaths_total')).toBe(1)
})

test('[PROC-STOP] Ctrl-C reaches all processes at once: running requests are answered, and no process is left', async () => {
  const workers = workersOf(oja.pid())
  const open = await openRequest()
  for (const pid of [...workers, oja.pid()]) process.kill(pid, 'SIGINT')
  open.finish()
  expect(await open.answered).toBe(400)
  expect(await oja.ended()).toBe(0)
  expect(workers.filter(isAlive)).toEqual([])
  await expect(fetch(`${oja.url}/healthz`)).rejects.toThrow()
  expect(oja.output().match(/Stopping/g)).toHaveLength(1)
})

const production = {
  NODE_ENV: 'production',
  SECRET_KEY: 'a-key-of-more-than-thirty-two-characters',
  PUBLIC_URL: 'https://oja.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SUPPORT_EMAIL: 'help@example.com',
  MAIL_FROM: 'Oja <no-reply@example.com>',
}

test('[PROC-MANY] [PROC-RENEW] in production several processes start on a database of their own without saying whether it gets a demo; SIGUSR2 meanwhile replaces them as soon as they serve', async () => {
  const started = await database.db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`lock table kysely_migration in access exclusive mode`.execute(tx)
    const start = oja.start({ ...production, DEMO: '' })
    await until('it waits for the migrations', async () => {
      const waiting = await sql`
        select from pg_locks where not granted and relation = 'kysely_migration'::regclass`.execute(
        database.db,
      )
      return waiting.rows.length > 0
    })
    process.kill(oja.pid(), 'SIGUSR2')
    return { start }
  })
  await started.start
  await until('renewal', () => oja.output().includes('All processes have been replaced.'))
})

test('[PROC-ORPHANS] kill -9 of the primary leaves no worker', async () => {
  const workers = await until('two processes', () => {
    const found = workersOf(oja.pid())
    return found.length === 2 && found
  })
  await oja.kill()
  await until('they are gone', () => !workers.some(isAlive))
  await expect(fetch(`${oja.url}/healthz`)).rejects.toThrow()
})
