/** `npm run bench`: see docs/performance.md. */
import { spawnSync } from 'node:child_process'
import { openPool } from '#server/db/pool.ts'
import { createRandom } from '#server/demo/random.ts'
import { prepareMarketplace } from './data/prepare-marketplace.ts'
import { scales } from './data/scales.ts'
import { startLoad } from './load/load-process.ts'
import { judgeGrowth } from './report/growth.ts'
import {
  forComparison,
  keepResults,
  latestResults,
  type Results,
  readResults,
  replacedBy,
} from './report/kept-results.ts'
import { describeCommit, describeMachine } from './report/machine.ts'
import { measureMachine } from './report/machine-speed.ts'
import { type Options, readOptions } from './report/options.ts'
import { updateDocument } from './report/results-table.ts'
import { writeReport } from './report/table.ts'
import { writeComparison } from './report/write-comparison.ts'
import { readFacts } from './requests/facts.ts'
import { startBare } from './servers/bare.ts'
import { type OjaServer, startOja } from './servers/oja-server.ts'
import { databaseClock } from './servers/processor-clocks.ts'
import { type Person, signInPeople } from './servers/signed-in-people.ts'
import { warm } from './servers/warm.ts'
import { behindNginx } from './workloads/behind-nginx.ts'
import { browseFilters } from './workloads/browse-filters.ts'
import { chat } from './workloads/chat.ts'
import { coldPages } from './workloads/cold-pages.ts'
import { counts } from './workloads/counts.ts'
import { deepPages } from './workloads/deep-pages.ts'
import { hotPages } from './workloads/hot-pages.ts'
import { pageBudgets } from './workloads/page-budgets.ts'
import { search } from './workloads/search.ts'
import { signIn } from './workloads/sign-in.ts'
import { start } from './workloads/start.ts'
import { suggestions } from './workloads/suggestions.ts'
import { holds } from './workloads/verdict.ts'
import type { BenchContext, Row, Workload } from './workloads/workload.ts'
import { writes } from './workloads/writes.ts'

const workloads: Workload[] = [
  hotPages,
  behindNginx,
  coldPages,
  pageBudgets,
  browseFilters,
  search,
  counts,
  suggestions,
  deepPages,
  signIn,
  writes,
  chat,
  start,
]

const started = performance.now()
const log = (text: string) =>
  console.error(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${text}`)
const cleanup = new AsyncDisposableStack()

async function bench(options: Options): Promise<void> {
  const chosen = workloads.filter(({ name }) => name.includes(options.only ?? ''))
  if (chosen.length === 0)
    throw new Error(`--only is part of one of: ${workloads.map(({ name }) => name).join(', ')}.`)
  const given = options.compare ? await readResults(options.compare) : undefined
  buildPages()
  const databaseUrl = await findMarketplace(options)
  const context = await prepare(options, databaseUrl)
  const results: Results = {
    date: new Date().toISOString(),
    commit: describeCommit(),
    scale: nameOf(context.facts.listings),
    listings: context.facts.listings,
    seconds: options.seconds,
    rounds: options.rounds,
    only: options.only,
    machine: await describeMachine(context.db),
    workloads: [],
  }
  if (given && given.scale !== results.scale)
    throw new Error(`${options.compare} has ${given.listings} listings, this run ${results.listings}.`)
  for (const workload of chosen) {
    log(workload.name)
    const speed = measureMachine()
    const rows = await runWorkload(workload, context, results)
    const machineMs = (speed + measureMachine()) / 2
    results.workloads.push({ name: workload.name, bar: workload.bar, rows, machineMs })
  }
  results.older = given ? forComparison(given, results) : (await replacedBy(results))?.older
  const report = writeReport(results)
  console.log(report)
  if (results.older) console.log(writeComparison(results.older, results))
  if (options.discard) return
  log(`kept as ${await keepResults(results, report)}`)
  await updateDocument()
}

/**
 * Runs a workload; one that throws becomes a failed row. Rows of browse-json on a larger marketplace also get the ratio of their p99 to that of
 * the last run with 10,000 listings.
 */
async function runWorkload(workload: Workload, context: BenchContext, results: Results): Promise<Row[]> {
  const rows = await workload.run(context).catch((error: unknown): Row[] => {
    // The other workloads still get their table.
    const reason = error instanceof Error ? error.message : String(error)
    return [{ name: workload.name, figures: {}, verdicts: [holds('comes to its end', false, reason)] }]
  })
  const small = await latestResults('10k', workload.name, results.machine)
  return workload.name === browseFilters.name && results.scale !== '10k' && small
    ? judgeGrowth(rows, small)
    : rows
}

async function findMarketplace({ database, scale }: Options): Promise<string> {
  if (database) return database
  const marketplace = await prepareMarketplace(scale, log)
  cleanup.defer(marketplace.stop)
  return marketplace.connectionString
}

async function prepare({ seconds, rounds }: Options, databaseUrl: string): Promise<BenchContext> {
  const startServer = async (settings?: Record<string, string>, file?: string): Promise<OjaServer> => {
    const server = await startOja(databaseUrl, settings, file)
    cleanup.defer(server.stop)
    return server
  }
  const server = await startServer()
  log(`Oja answered ${Math.round(server.firstAnswerAfter)} ms after its start`)
  const pool = openPool(databaseUrl, { max: 4, withoutTimeouts: true })
  cleanup.defer(pool.close)
  const bare = await startBare(databaseUrl)
  cleanup.defer(bare.stop)
  const load = startLoad()
  cleanup.defer(load.stop)
  const random = createRandom()
  const facts = await readFacts(pool.db, random)
  log(`${facts.listings} listings, ${facts.samples.length} of them read for requests`)
  random.begin(1000, 1)
  let people: Promise<Person[]> | null = null
  let signedIn = 0
  const context: BenchContext = {
    server,
    bare,
    load,
    db: pool.db,
    databaseUrl,
    databaseClock: await databaseClock(pool.db),
    facts,
    async people(count) {
      if (!people || signedIn < count) {
        people = signInPeople(pool.db, count)
        signedIn = count
      }
      return (await people).slice(0, count)
    },
    startServer,
    seconds,
    rounds,
    random: random.next,
    log,
  }
  await warm(context)
  log('warm')
  return context
}

/** The scale with about this number of listings; the number itself if there is none. */
function nameOf(listings: number): string {
  const [name] = Object.entries(scales).find(([, count]) => Math.abs(listings / count - 1) < 0.05) ?? []
  return name ?? String(listings)
}

function buildPages(): void {
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The pages could not be built.')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await cleanup.disposeAsync()
    process.exit(1)
  })

try {
  await bench(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await cleanup.disposeAsync()
}
