/**
 * `node bench/writing.ts [--scale 1m] [--rounds 4] [--seconds 12] [--tree folder]` compares publishing and sending messages of several built
 * checkouts, beside Browse pages at half of their highest rate, as `npm run bench -- --only writes` measures them. They alternate on one database. On
 * a busy machine only the ratios count.
 */
import { readOptions } from '#tests/support/command-line.ts'
import { type Comparison, compareTrees } from './compare-trees.ts'
import type { LoadResult } from './load/job.ts'
import { median } from './report/statistics.ts'
import { anyBrowseAddress, different, page } from './requests/addresses.ts'
import type { OjaServer } from './servers/oja-server.ts'
import { signInPeople } from './servers/signed-in-people.ts'
import { makeChatters } from './sockets/chatters.ts'
import { remove, sellers, uploadPhotos, writers, writing } from './workloads/writes.ts'

const values = readOptions({
  scale: { type: 'string', default: '1m' },
  rounds: { type: 'string', default: '4' },
  seconds: { type: 'string', default: '12' },
  tree: { type: 'string', multiple: true },
})
const seconds = Number(values.seconds)

interface Tree {
  name: string
  server: OjaServer
  results: Record<keyof typeof writing, LoadResult[]>
  /** Of the Browse pages beside them. */
  pages: LoadResult[]
}

function report({ name, results, pages }: Tree): void {
  for (const [kind, of] of Object.entries({ ...results, 'Browse page': pages })) {
    const figure = (key: 'p50' | 'p90' | 'p99') => median(of.map(({ latency }) => latency[key])).toFixed(1)
    const rounds = of.map(({ latency }) => Math.round(latency.p99)).join(', ')
    const sent = of.reduce((sum, { answers }) => sum + answers, 0)
    console.log(
      `${name}: ${kind}: p50 ${figure('p50')}, p90 ${figure('p90')}, p99 ${figure('p99')} ms (${rounds}); ${sent} sent`,
    )
  }
}

async function bench({ db, load, random, facts, start, cleanup }: Comparison): Promise<void> {
  random.begin(1000, 1)
  const since = new Date()
  const people = await signInPeople(db, sellers)
  const chatters = await makeChatters(db, 2 * sellers, facts.samples[0]?.id ?? 1)
  cleanup.defer(() => remove({ db }, people, since))
  cleanup.defer(chatters.leave)
  const make = writers({ facts, random: random.next }, await uploadPhotos({ db }, people), chatters)
  const kinds = Object.keys(writing) as (keyof typeof writing)[]
  const trees: Tree[] = []
  for (const name of values.tree ?? [process.cwd()])
    trees.push({ name, server: await start(name), results: { listing: [], message: [] }, pages: [] })
  const pages = (count: number) =>
    different(count, () => anyBrowseAddress(facts, random.next)).map((path) => page(path))

  const highest: number[] = []
  for (const { server } of trees) {
    const { origin } = server
    await load.closedLoop({ origin, requests: pages(3000), once: true, seconds: 6 })
    highest.push(
      (await load.closedLoop({ origin, requests: pages(3000), once: true, seconds: 3 })).requestsPerSecond,
    )
    // Each connection of the pool loads the triggers' code at its first listing.
    for (const kind of kinds) {
      const requests = Array.from({ length: 160 }, () => make[kind]())
      await load.closedLoop({ origin, requests, once: true, seconds: 20 })
    }
  }
  const reading = Math.min(...highest) / 2
  console.log(`beside ${Math.round(reading)} Browse pages a second, each asked once`)
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const kind of kinds)
      for (const { server, results, pages: read } of round % 2 ? trees.toReversed() : trees) {
        const { origin } = server
        const { rate } = writing[kind]
        const requests = Array.from({ length: rate * seconds }, () => make[kind]())
        const browse = pages(Math.ceil(reading * (seconds + 1)))
        const browsing = load.openLoop({
          origin,
          requests: browse,
          once: true,
          rate: reading,
          seconds: seconds + 1,
        })
        results[kind].push(await load.openLoop({ origin, requests, once: true, rate, seconds }))
        read.push(await browsing)
      }
  for (const tree of trees) report(tree)
}

await compareTrees(values.scale, bench)
