/**
 * `node bench/cold-disk.ts [--scale 10m] [--requests 10000]`: empties the system's file cache (Linux, as root), starts PostgreSQL and Oja as after a
 * boot, and at once sends different questions of four kinds over 16 connections, while the search's tables are read into memory. Prints for each
 * kind how many were answered and refused (503), and the milliseconds.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { prewarm } from '#server/db/embedded/prewarm.ts'
import { openPool } from '#server/db/pool.ts'
import { createRandom } from '#server/demo/random.ts'
import { readOptions } from '#tests/support/command-line.ts'
import { startCluster } from './data/embedded-cluster.ts'
import { dataDirOf, prepareMarketplace } from './data/prepare-marketplace.ts'
import { isScale, type Scale } from './data/scales.ts'
import type { LoadRequest } from './load/job.ts'
import { startLoad } from './load/load-process.ts'
import { markdownRow } from './report/table.ts'
import { anyBrowseAddress, call, different, listAddress, page, pick } from './requests/addresses.ts'
import { type Facts, readFacts } from './requests/facts.ts'
import { startOja } from './servers/oja-server.ts'
import { searchKinds } from './workloads/search.ts'
import { suggestionKinds } from './workloads/suggestions.ts'

const values = readOptions({
  scale: { type: 'string', default: '10m' },
  requests: { type: 'string', default: '10000' },
})
const { scale } = values
if (!isScale(scale)) throw new Error(`There is no scale ${scale}.`)

const requests = await makeRequests(scale, Number(values.requests))
execFileSync('sync')
writeFileSync('/proc/sys/vm/drop_caches', '3')

await using cleanup = new AsyncDisposableStack()
const postgres = await startCluster(dataDirOf(scale), console.error)
cleanup.defer(postgres.stop)
const oja = await startOja(postgres.connectionString)
cleanup.defer(oja.stop)
const warmed = prewarm(postgres.connectionString)
const load = startLoad()
cleanup.defer(load.stop)
const result = await load.closedLoop({ origin: oja.origin, requests, once: true, seconds: 1800 })
console.log(
  `${result.answers} answers in ${result.seconds.toFixed(0)} s, errors: ${JSON.stringify(result.errors)}`,
)
console.log(markdownRow(['kind', 'answered', 'refused', 'p50', 'p99', 'slowest']))
console.log(markdownRow(Array.from({ length: 6 }, () => '---')))
for (const [kind, { good, refused, p50, p99, max }] of Object.entries(result.kinds))
  console.log(markdownRow([kind, ...[good, refused, p50, p99, max].map((each) => each.toFixed(0))]))
await warmed

/** Each kind has a quarter of the requests. Reading the facts warms the files, so it comes before the start. */
async function makeRequests(scale: Scale, count: number): Promise<LoadRequest[]> {
  const marketplace = await prepareMarketplace(scale, console.error)
  const pool = openPool(marketplace.connectionString, { max: 4, withoutTimeouts: true })
  const random = createRandom()
  const facts = await readFacts(pool.db, random)
  random.begin(1000, 1)
  await pool.close()
  await marketplace.stop()
  const kinds = Object.entries(makers(facts, random.next)).map(([kind, { send, make }]) =>
    different(Math.ceil(count / 4), make).map((path) => ({ ...send(path), kind })),
  )
  return Array.from({ length: Math.ceil(count / 4) }, (_, index) => kinds.map((each) => each[index]))
    .flat()
    .filter((request) => request !== undefined)
}

function makers(facts: Facts, random: () => number) {
  const searches = Object.values(searchKinds)
  const suggestions = Object.values(suggestionKinds(facts, random))
  return {
    'a search': {
      send: call,
      make: () => {
        const query = pick(searches, random)(facts, random)
        return query && listAddress('/api/listings', query)
      },
    },
    suggestions: { send: call, make: () => pick(suggestions, random)() },
    'a page of Browse': { send: page, make: () => anyBrowseAddress(facts, random) },
    'the page of a listing': { send: page, make: () => `/listings/${pick(facts.samples, random).id}` },
  }
}
