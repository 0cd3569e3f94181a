import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startJobs } from '#server/core/jobs/start-jobs.ts'
import { readEnv } from '#server/env.ts'
import { registration } from '#tests/support/accounts.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { insertListing } from '#tests/support/listings.ts'
import { createOja, type Oja } from '#tests/support/oja-process.ts'
import { register as registerPerson } from '#tests/support/person.ts'
import { ask } from '#tests/support/postgres.ts'
import { hasRedis, startRedisServer } from '#tests/support/redis-server.ts'
import { closeSockets, connectSocket, waitForEvent } from '#tests/support/sockets.ts'
import { until } from '#tests/support/until.ts'
import { readMetric } from './support/metrics.ts'

let database: TestDatabase
let oja: Oja
beforeAll(async () => {
  database = await cloneDatabase()
  oja = await createOja({ DATABASE_URL: database.url, JOBS_IN_WEB: '0' })
})
afterAll(async () => {
  await oja.remove()
  await database.drop()
})

function runWorker(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/worker.mjs'], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: oja.dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const run = { child, output: '', ended: once(child, 'exit').then(([code]) => code as number | null) }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      run.output += piece
    })
  return run
}

/** Somebody registers, who gets a mail; returns their address. */
async function register(): Promise<string> {
  const person = registration()
  const { status } = await fetch(`${oja.url}/api/auth/register-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  expect(status).toBe(201)
  return person.email
}

test('[PROC-JOBS] with JOBS_IN_WEB=0 mail waits for `npm run worker`, which sends it, has a health endpoint, and stops cleanly', async () => {
  await oja.start()
  const email = await register()
  expect(await readMetric(oja.url, 'oja_jobs_waiting', 'queue="mail"')).toBe(1)

  const worker = runWorker({ DATABASE_URL: database.url })
  try {
    const [, url = ''] = await until('worker', () =>
      /metrics: (http:\S+)\/metrics\n/.exec(worker.output.replace('localhost', '127.0.0.1')),
    )
    const sent = async () => (await readdir(join(oja.dataDir, 'mail')).catch(() => [])).length
    await until('the mail', async () => (await sent()) === 1)
    expect((await readdir(join(oja.dataDir, 'mail')))[0]).toContain(email)
    await until('it is ready', async () => (await fetch(`${url}/readyz`)).status === 200)
    await until('it is counted', async () => (await readMetric(url, 'oja_deliveries_total')) === 1)
    expect(await readMetric(oja.url, 'oja_deliveries_total')).toBe(0)
    expect((await fetch(`${url}/`)).status).toBe(404)

    // Nobody reads its lines any more, and a shell that ends sends SIGHUP: it goes on.
    worker.child.stdout.destroy()
    worker.child.kill('SIGHUP')
    await register()
    const hasEnded = worker.ended.then(() => expect.fail('It ended.'))
    await Promise.race([until('the next mail', async () => (await sent()) === 2), hasEnded])
    hasEnded.catch(() => undefined)
    await until('it is counted', async () => (await readMetric(url, 'oja_deliveries_total')) === 2)
  } finally {
    worker.child.kill('SIGTERM')
  }
  expect(await worker.ended).toBe(0)
})

test('[PROC-JOBS] several web processes leave the jobs to it too', async () => {
  const several = await createOja({
    DATABASE_URL: database.url,
    JOBS_IN_WEB: '0',
    WEB_CONCURRENCY: '2',
  })
  try {
    await several.start()
    expect((await fetch(`${several.url}/api/categories`)).status).toBe(200)
  } finally {
    await several.remove()
  }
})

describe.skipIf(!hasRedis)('with a Redis (REDIS_SERVER, or redis-server on the PATH)', () => {
  test('what it notifies reaches the sockets of the web processes', async () => {
    const redis = await startRedisServer()
    const settings = { DATABASE_URL: database.url, REDIS_URL: redis.url }
    const web = await createOja({ ...settings, JOBS_IN_WEB: '0' })
    const worker = runWorker({ ...settings, DATA_DIR: web.dataDir })
    try {
      await web.start()
      const seller = await registerPerson(web.url, web.dataDir, 'seller')
      const reader = await registerPerson(web.url, web.dataDir, 'reader')
      const heard = waitForEvent(await connectSocket(web.url, reader.cookie), 'notifications_changed')
      await reader.send('POST', '/api/saved-searches', { search: 'bassoon' })
      await insertListing(database, seller, { title: 'Bassoon of maple' })
      await heard
    } finally {
      closeSockets()
      worker.child.kill('SIGTERM')
      await worker.ended
      await web.remove()
      await redis.stop()
    }
  })
})

test('[PROC-JOBS] without DATABASE_URL it prints in one line what it needs', async () => {
  const worker = runWorker({})
  expect(await worker.ended).toBe(1)
  expect(worker.output).toMatch(/^Jobs apart from the pages need DATABASE_URL: .*\n$/)
})

test('[PROC-JOBS] without the key of the web processes, whose links and pushes it signs, it makes none of its own', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'oja-worker-'))
  const worker = runWorker({ DATABASE_URL: database.url, DATA_DIR })
  try {
    expect(await worker.ended).toBe(1)
    expect(worker.output).toMatch(/^There is no key in \S+secret\.key, .*SECRET_KEY.*\n$/)
    expect(await readdir(DATA_DIR)).toEqual([])
  } finally {
    worker.child.kill()
    await rm(DATA_DIR, { recursive: true })
  }
})

test('[PROC-SCHEDULE] a schedule known to several processes runs in one', async () => {
  const runs: string[] = []
  const env = readEnv({ DATABASE_URL: database.url, DATA_DIR: oja.dataDir })
  const minuteNow = () => Math.floor(Date.now() / 60_000)
  const from = minuteNow()
  const all = await Promise.all(
    ['first', 'second', 'third'].map((name) =>
      startJobs({
        database,
        env,
        schedules: [{ name: 'round-by-the-clock', cron: '* * * * *', run: async () => runs.push(name) }],
      }),
    ),
  )
  await Promise.all(all.map((jobs) => jobs.begin()))
  await until('it is done', () => runs.length > 0)
  await Promise.all(all.map((jobs) => jobs.stop()))
  const jobs = await ask(database.url, "select id from pgboss.job where name = 'round-by-the-clock'")
  expect(jobs.length).toBeLessThanOrEqual(minuteNow() - from + 1)
  expect(runs.length).toBeLessThanOrEqual(jobs.length)
})
