import { execFile } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTree, removeTree } from '#tests/chaos/support/tree.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createOja, type Oja } from '#tests/support/oja-process.ts'
import { ask } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import { readMetric } from './support/metrics.ts'
import { keptConnections, sendSteadily } from './support/steady.ts'
import { workersOf } from './support/workers.ts'

// An Oja from a copy of the sources, which change to other versions while it runs.
let database: TestDatabase
let oja: Oja
let tree: string
beforeAll(async () => {
  tree = copyTree()
  database = await cloneDatabase()
  oja = await createOja({ DATABASE_URL: database.url, WEB_CONCURRENCY: '2' }, { tree })
})
afterAll(async () => {
  await oja.remove()
  await database.drop()
  removeTree(tree)
})

const health = () => join(tree, 'server/core/health/health.routes.ts')
const built = () => join(tree, 'dist/server')
/** As an operator builds: with NODE_ENV of the tests, pages would get React's development build. */
const build = () =>
  promisify(execFile)(process.execPath, ['scripts/build.mjs', '--if-needed'], {
    cwd: tree,
    env: { PATH: process.env.PATH },
  })
const countLines = (line: RegExp) => (oja.output().match(line) ?? []).length

test('[PROC-RENEW] SIGHUP replaces each process by one of the version on disk, its migration first; of 200 requests a second none fails', async () => {
  await oja.start()
  await until('two processes', async () => (await readMetric(oja.url, 'oja_processes')) === 2)
  const before = workersOf(oja.pid())
  writeFileSync(join(tree, 'server/db/migrations/9999_next.sql'), 'create table next_version (id int);')
  writeFileSync(
    health(),
    readFileSync(health(), 'utf8').replace("({ status: 'ok' })", "({ status: 'next' })"),
  )
  await build()
  const steady = sendSteadily(oja.url, ['/api/categories', '/healthz', '/sw.js'], 200)
  await until('traffic', () => steady.answered > 200)
  process.kill(oja.pid(), 'SIGHUP')
  await until('renewal', () => oja.output().includes('All processes have been replaced.'))
  const { answered } = steady
  await until('more traffic', () => steady.answered > answered + 200)
  await steady.stop()

  expect(steady.failed).toEqual([])
  // Requests that cross the end of an idle connection: on a busy machine the client learns of it late, and sends some more.
  expect(steady.resent).toBeLessThan(keptConnections)
  const after = workersOf(oja.pid())
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  for (let asked = 0; asked < 4; asked += 1) {
    const answer = await fetch(`${oja.url}/healthz`, { headers: { connection: 'close' } })
    expect(await answer.json()).toEqual({ status: 'next' })
  }
  expect(await ask(database.url, 'select * from next_version')).toEqual([])
  // The counters of ended workers are kept.
  const counted = await readMetric(oja.url, 'oja_http_request_duration_seconds_count', 'route="/sw.js"')
  expect(counted).toBeGreaterThanOrEqual(Math.floor(steady.answered / 3))
  expect(await readMetric(oja.url, 'oja_process_deaths_total')).toBe(0)
})

/** The scripts, styles and fonts that a page asks for. */
async function filesOfHome(): Promise<string[]> {
  const page = await fetch(`${oja.url}/`)
  expect(page.status).toBe(200)
  return [...new Set((await page.text()).match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g))]
}

test('[PROC-RENEW] while the next version is built in the folder, and after it took over, pages that were sent before find their files', async () => {
  const files = await filesOfHome()
  const asked = ['/sw.js', ...files]
  const statuses = async () => {
    const answers = await Promise.all(asked.map((path) => fetch(`${oja.url}${path}`)))
    return answers.map(({ url, status }) => `${status} ${new URL(url).pathname}`)
  }
  const found = asked.map((path) => `200 ${path}`)
  expect(await statuses()).toEqual(found)
  const renewals = countLines(/All processes have been replaced/g)
  writeFileSync(join(tree, 'server/db/migrations/9999_next_again.sql'), 'create table after_next (id int);')
  appendFileSync(join(tree, 'web/app/styles.css'), '.next { color: red }')
  appendFileSync(join(tree, 'web/entry-client.tsx'), "document.title = 'next'")
  await build()
  expect(await statuses()).toEqual(found)
  await until('ready', async () => (await fetch(`${oja.url}/readyz`)).status === 200)
  process.kill(oja.pid(), 'SIGHUP')
  await until('renewal', () => countLines(/All processes have been replaced/g) === renewals + 1)
  expect(await statuses()).toEqual(found)
  const next = await filesOfHome()
  expect(next.filter((file) => !files.includes(file)).map((file) => file.replace(/.*\./, ''))).toEqual(
    expect.arrayContaining(['js', 'css']),
  )
})

test('[PROC-RENEW] a worker that does not start ends the rolling restart, and the old ones keep running', async () => {
  const before = workersOf(oja.pid())
  for (const name of readdirSync(built()).filter((name) => name.startsWith('serve-')))
    appendFileSync(join(built(), name), "\nthrow new Error('this version is broken')\n")
  process.kill(oja.pid(), 'SIGUSR2')
  await until('it gives up', () => countLines(/the old ones keep running/g) === 1)
  expect(countLines(/this version is broken/g)).toBeGreaterThan(0)
  expect(workersOf(oja.pid())).toEqual(before)
  expect((await fetch(`${oja.url}/healthz`)).status).toBe(200)
})

test('[PROC-FAILS] when the first worker does not start, the start fails with one error', async () => {
  expect(await oja.stop()).toBe(0)
  const seen = oja.output().length
  await expect(oja.start()).rejects.toThrow('Oja ended (1)')
  expect(
    oja
      .output()
      .slice(seen)
      .match(/^Error: this version is broken/gm),
  ).toHaveLength(1)
  expect(oja.output().slice(seen)).not.toContain('Oja is at')
})
