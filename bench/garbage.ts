/**
 * `node bench/garbage.ts [--scale 10k] [--rate 1000] [--seconds 25] [--pages] [--tree folder]` compares the garbage collections of several built
 * checkouts, one after the other on one database, while each answers GET /api/listings (`--pages`: pages of Browse, never asked before) at a
 * constant rate. Prints them and the p99 of each second.
 */
import { readOptions } from '#tests/support/command-line.ts'
import { type Comparison, compareTrees } from './compare-trees.ts'
import { median } from './report/statistics.ts'
import { anyBrowseAddress, call, different, filters, listAddress, page } from './requests/addresses.ts'
import { withoutCache } from './workloads/page-budgets.ts'

const values = readOptions({
  scale: { type: 'string', default: '10k' },
  rate: { type: 'string', default: '1000' },
  seconds: { type: 'string', default: '25' },
  pages: { type: 'boolean', default: false },
  tree: { type: 'string', multiple: true },
})

interface Collections {
  minor: number
  /** Each stops all requests for longer than a minor one. */
  major: number
  /** Milliseconds of all of them. */
  ms: number
}

async function readCollections(origin: string): Promise<Collections> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const read = (part: 'count' | 'sum', kind: string) =>
    Number(
      new RegExp(`^nodejs_gc_duration_seconds_${part}{kind="${kind}"} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0,
    )
  const seconds = ['minor', 'major', 'incremental', 'weakcb'].reduce(
    (all, kind) => all + read('sum', kind),
    0,
  )
  return { minor: read('count', 'minor'), major: read('count', 'major'), ms: seconds * 1000 }
}

async function bench({ load, facts, start, random }: Comparison): Promise<void> {
  random.begin(1000, 1)
  const rate = Number(values.rate)
  const requests = values.pages
    ? different(rate * 40, () => anyBrowseAddress(facts, random.next)).map((path) => page(path))
    : facts.samples
        .slice(0, 5000)
        .map((listing) =>
          call(listAddress('/api/listings', { ...filters.category?.(listing), ...filters.state?.(listing) })),
        )
  for (const name of values.tree ?? [process.cwd()]) {
    const { origin, stop } = await start(name, values.pages ? withoutCache : {})
    await load.closedLoop({ origin, requests, seconds: 4 })
    // The first seconds include the compilation of code.
    await load.openLoop({ origin, requests, seconds: 5, rate })
    const before = await readCollections(origin)
    const p99: number[] = []
    for (let second = 0; second < Number(values.seconds); second += 1) {
      const { latency } = await load.openLoop({ origin, requests, seconds: 1, rate })
      p99.push(latency.p99)
    }
    const after = await readCollections(origin)
    await stop()
    console.log(
      `${name}: p99 of a second ${median(p99).toFixed(1)} ms, of the slowest ${Math.max(...p99).toFixed(1)}; ${after.minor - before.minor} minor and ${after.major - before.major} major collections, ${Math.round(after.ms - before.ms)} ms in all`,
    )
  }
}

await compareTrees(values.scale, bench)
