/** `npm run load`: see docs/reliability.md, "Load". */
import { spawnSync } from 'node:child_process'
import { openPool } from '#server/db/pool.ts'
import { createRandom } from '#server/demo/random.ts'
import { fail, positive, readOptions } from '#tests/support/command-line.ts'
import { prepareMarketplace } from '../data/prepare-marketplace.ts'
import { isScale } from '../data/scales.ts'
import type { LoadResult } from '../load/job.ts'
import { type Load, startLoad } from '../load/load-process.ts'
import { median } from '../report/statistics.ts'
import { readFacts } from '../requests/facts.ts'
import { type OjaServer, startOja } from '../servers/oja-server.ts'
import { type Crowd, openCrowd } from '../sockets/open-crowd.ts'
import { type Mix, prepareMix } from './mix.ts'

const values = readOptions({
  minutes: { type: 'string', default: '20' },
  share: { type: 'string', default: '0.7' },
  scale: { type: 'string', default: '10k' },
})
const minutes = positive('--minutes', values.minutes)
const share = positive('--share', values.share)
const scale = isScale(values.scale) ? values.scale : fail('--scale is 10k, 100k, 1m or 10m.')

/** Seconds per sample. */
const sampleSeconds = 30
/** Concurrent connections, each of one phone. */
const connections = 64
/** Messages a second between open sockets, in addition to the mix. */
const messagesPerSecond = 5

/** Milliseconds, megabytes. */
interface Sample {
  minute: number
  answers: number
  p50: number
  p99: number
  max: number
  errors: Record<string, number>
  rss: number
  heap: number
  /** Messages that were due and did not arrive. */
  undelivered: number
}

interface Bench {
  server: OjaServer
  load: Load
  mix: Mix
  crowd: Crowd
}

const cleanup = new AsyncDisposableStack()

async function prepare(): Promise<Bench> {
  spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { stdio: 'inherit' })
  const marketplace = await prepareMarketplace(scale, console.error)
  cleanup.defer(marketplace.stop)
  const server = await startOja(marketplace.connectionString)
  cleanup.defer(server.stop)
  const pool = openPool(marketplace.connectionString, { max: 2 })
  cleanup.defer(pool.close)
  const random = createRandom()
  const facts = await readFacts(pool.db, random)
  random.begin(2000, 1)
  const mix = await prepareMix(pool.db, server.origin, facts, random.next)
  cleanup.defer(mix.chatters.leave)
  const load = startLoad()
  cleanup.defer(load.stop)
  const crowd = await openCrowd([server.origin], mix.chatters.cookies, 100)
  cleanup.defer(crowd.stop)
  return { server, load, mix, crowd }
}

/**
 * The maximum throughput of the mix: each connection sends its next request as soon as it has its response.
 */
async function findCapacity({ server, load, mix }: Bench): Promise<number> {
  const run = (seconds: number) =>
    load.closedLoop({ origin: server.origin, requests: mix.make(20_000), once: true, connections, seconds })
  await run(10)
  const { requestsPerSecond, errors } = await run(20)
  console.log(`highest rate ${Math.round(requestsPerSecond)} a second${formatErrors(errors)}`)
  return requestsPerSecond
}

async function steady(bench: Bench, rate: number): Promise<Sample[]> {
  const { server, load, mix, crowd } = bench
  const samples: Sample[] = []
  for (let minute = sampleSeconds / 60; minute <= minutes; minute += sampleSeconds / 60) {
    const requests = mix.make(Math.ceil(rate * sampleSeconds))
    const [result, talk] = await Promise.all([
      load.openLoop({
        origin: server.origin,
        requests,
        once: true,
        connections,
        rate,
        seconds: sampleSeconds,
      }),
      crowd.talk(mix.chatters.talks, messagesPerSecond, sampleSeconds - 2),
    ])
    const { p50, p99, max } = result.latency
    const sample = {
      minute,
      answers: result.answers,
      p50,
      p99,
      max,
      errors: result.errors,
      ...(await memoryOf(server)),
      undelivered: talk.due - talk.delivered,
    }
    samples.push(sample)
    console.log(line(sample))
  }
  return samples
}

/** Runs three times the capacity, then half of it: measures refusals, their latency, and the recovery. */
async function overload({ server, load, mix }: Bench, capacity: number): Promise<void> {
  const ask = (rate: number, seconds: number, many: number) =>
    load.openLoop({
      origin: server.origin,
      requests: mix.make(Math.ceil(rate * seconds)),
      once: true,
      connections: many,
      rate,
      seconds,
    })
  const flood = await ask(capacity * 3, 20, 2000)
  console.log(`overload, three times the highest rate for 20 s: ${summary(flood)}`)
  console.log(byKind(flood.kinds))
  const after = await ask(capacity / 2, 10, connections)
  console.log(`right after it, half of the highest rate for 10 s: ${summary(after)}`)
}

/** The slope of `y` per unit of `x`: linear least squares. */
function slopePerHour(points: (readonly [hours: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(([hours]) => hours))
  const y = mean(points.map(([, value]) => value))
  const spread = points.reduce((sum, [hours]) => sum + (hours - x) ** 2, 0)
  return points.reduce((sum, [hours, value]) => sum + (hours - x) * (value - y), 0) / spread
}

async function memoryOf(server: OjaServer): Promise<{ rss: number; heap: number }> {
  const metrics = await (await fetch(`${server.origin}/metrics`)).text()
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1])
  return { rss: (await server.usage()).rss / 1e6, heap: heap / 1e6 }
}

function line({ minute, answers, p50, p99, max, errors, rss, heap, undelivered }: Sample): string {
  const times = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, worst ${max.toFixed(0)} ms`
  const lost = undelivered > 0 ? `, ${undelivered} messages not delivered` : ''
  return `${minute.toFixed(1).padStart(5)} min  ${answers} answers, ${times}, resident ${Math.round(rss)} MB, heap ${Math.round(heap)} MB${formatErrors(errors)}${lost}`
}

function summary({ answers, requestsPerSecond, latency, errors }: LoadResult): string {
  // `answers` does not contain broken connections and missing responses.
  const failed = Object.entries(errors).filter(([what]) => what.startsWith('status'))
  const good = answers - failed.reduce((sum, [, count]) => sum + count, 0)
  return `${answers} answers (${Math.round(requestsPerSecond)} a second), ${good} of them good, p50 ${latency.p50.toFixed(0)}, p99 ${latency.p99.toFixed(0)} ms${formatErrors(errors)}`
}

/** A line for each kind of request: the latency of successes, and the longest latency of a refusal. */
function byKind(kinds: LoadResult['kinds']): string {
  const lines = Object.entries(kinds)
    .toSorted(([, a], [, b]) => b.max - a.max)
    .map(([name, { good, refused, p50, p99, max, maxRefusalMs: longestRefusal }]) => {
      const [middle, late, worst, last] = [p50, p99, max, longestRefusal].map((ms) => ms.toFixed(0))
      return `  ${name.padEnd(10)} ${good} good, p50 ${middle}, p99 ${late}, worst ${worst} ms; ${refused} refused, the last after ${last} ms`
    })
  return lines.join('\n')
}

function formatErrors(errors: Record<string, number>): string {
  const texts = Object.entries(errors).map(([what, count]) => `${count} ${what}`)
  return texts.length > 0 ? `; ${texts.join(', ')}` : ''
}

async function run(): Promise<void> {
  const bench = await prepare()
  const capacity = await findCapacity(bench)
  const rate = Math.round(capacity * share)
  console.log(
    `${minutes} minutes at ${rate} a second, ${messagesPerSecond} messages a second between 200 sockets beside it`,
  )
  const samples = await steady(bench, rate)
  // The first quarter fills caches and compiles code.
  const settled = samples.filter(({ minute }) => minute > minutes / 4)
  const points = (key: 'rss' | 'heap') => settled.map((sample) => [sample.minute / 60, sample[key]] as const)
  const failed = samples.reduce(
    (sum, { errors }) => sum + Object.values(errors).reduce((all, count) => all + count, 0),
    0,
  )
  const undelivered = samples.reduce((sum, sample) => sum + sample.undelivered, 0)
  const p99s = samples.map(({ p99 }) => p99)
  console.log(
    [
      `in all: ${samples.reduce((sum, { answers }) => sum + answers, 0)} answers, ${failed} errors, ${undelivered} messages not received`,
      `p99 of the half minutes: median ${median(p99s).toFixed(1)} ms, worst ${Math.max(...p99s).toFixed(1)} ms`,
      `slope after the first quarter: resident ${slopePerHour(points('rss')).toFixed(1)} MB an hour, heap ${slopePerHour(points('heap')).toFixed(1)} MB an hour`,
    ].join('\n'),
  )
  await overload(bench, capacity)
  if (failed > 0 || undelivered > 0) process.exitCode = 1
}

try {
  await run()
} finally {
  await cleanup.disposeAsync()
}
