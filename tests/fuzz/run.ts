/**
 * `npm run fuzz -- --requests 100000 --seed 1`: sends requests of every kind to a production server with its
 * own database and prints the outcomes. Exits with 1 on a finding; each names the seed and the path that
 * reproduce it: `--only 'POST /api/listings' --seed … --path …`.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, positive, readOptions } from '../support/command-line.ts'
import { cloneDatabase } from '../support/database.ts'
import startDatabaseServer from '../support/global-setup.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { formatFailures, formatMemory, formatTable, type Memory, Tally } from './attack-table.ts'
import { createAttacks } from './attacks.ts'
import { runCampaign } from './campaign.ts'
import { createWorld } from './fuzz-world.ts'
import { startServerProcess } from './server-process.ts'

const given = readOptions({
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string' },
  path: { type: 'string' },
})
const requests = positive('--requests', given.requests)
const seed = /^-?\d+$/.test(given.seed)
  ? Number(given.seed)
  : fail(`--seed is a whole number, not "${given.seed}".`)

const stopDatabaseServer = await startDatabaseServer()
const database = await cloneDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'oja-fuzz-'))
const smtp = await startSmtpServer()
/** Accepts every text message. */
const sms = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
await once(sms, 'listening')
const world = await createWorld({ db: database.db, env: { SECRET_KEY: undefined, DATA_DIR: dataDir } })
const server = await startServerProcess({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  SMTP_URL: smtp.url,
  SMS_URL: `http://127.0.0.1:${(sms.address() as AddressInfo).port}/send`,
})

const readings: { requests: number; memory: Memory }[] = []
const tally = new Tally()
const started = performance.now()

/** At every tenth of the requests. */
async function measure(): Promise<void> {
  if (tally.requests < (readings.length * requests) / 10) return
  readings.push({ requests: tally.requests, memory: await server.memory() })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${String(tally.requests).padStart(7)} requests, ${seconds} s`)
}

const routes = await readFile(new URL('../../web/app/routes.tsx', import.meta.url), 'utf8')
const pages = [...routes.matchAll(/route\('(\/[^'*]*)'/g)].map(([, path = '/']) => path)
const { attacks, close } = await createAttacks({
  origin: server.origin,
  world,
  cookieName: '__Host-oja_session',
  pages,
})
const chosen = attacks.filter(({ name }) => given.only === undefined || name === given.only)
if (chosen.length === 0) {
  await cleanUp()
  fail(`There is no attack ${given.only}. Known: ${attacks.map(({ name }) => name).join(', ')}.`)
}

await measure()
const failures = await runCampaign(
  chosen,
  {
    requests,
    seed,
    ...(given.path === undefined ? {} : { path: given.path }),
    async between() {
      await world.restore()
      await measure()
    },
  },
  tally,
)
readings.push({ requests: tally.requests, memory: await server.memory() })
const alive = await fetch(`${server.origin}/readyz`).then(
  ({ ok }) => ok,
  () => false,
)
// Collected before the server is stopped, so that faults of the stop do not count.
const faults = [...new Set(server.faults)]

await cleanUp()

console.log(`\n${formatTable(tally)}\n\n${formatMemory(readings)}`)
if (failures.length > 0) console.log(`\n${formatFailures(failures)}`)
for (const fault of faults.slice(0, 20)) console.log(`\nserver: ${fault.slice(0, 2000)}`)
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `\n${tally.requests} requests, seed ${seed}, ${seconds} s: ${failures.length} failures, ${faults.length} faults of the server, ${alive ? 'it still answers' : 'it answers no more'}`,
)
process.exit(failures.length === 0 && faults.length === 0 && alive ? 0 : 1)

async function cleanUp(): Promise<void> {
  close()
  await server.stop()
  sms.close()
  await smtp.close()
  await database.drop()
  await stopDatabaseServer()
  await rm(dataDir, { recursive: true, force: true })
}
