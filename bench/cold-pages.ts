/**
 * `node bench/cold-pages.ts [--scale 1m] [--rounds 9] [--only profile] [--tree folder]` compares the uncached pages of
 * several built checkouts, as `npm run bench -- --only pages-cold-budget` requests them, beside the plain page. They alternate on one database,
 * each page in every round. Prints for each page the processor time of the server and of PostgreSQL, the bytes, and the median ratio to the
 * first checkout. `--sources` runs the checkouts from their sources and prints the server's time by purpose, from its profiles.
 */
import { readOptions } from '#tests/support/command-line.ts'
import { type Comparison, compareTrees } from './compare-trees.ts'
import { median } from './report/statistics.ts'
import { purposes, timeSpent } from './report/time-spent.ts'
import type { OjaServer } from './servers/oja-server.ts'
import { startPlainPage } from './servers/plain-page.ts'
import { databaseClock } from './servers/processor-clocks.ts'
import { coldAddresses, runPages, warmPages, withoutCache } from './workloads/page-budgets.ts'

const values = readOptions({
  scale: { type: 'string', default: '1m' },
  rounds: { type: 'string', default: '9' },
  only: { type: 'string', default: '' },
  tree: { type: 'string', multiple: true },
  sources: { type: 'boolean', default: false },
})
const pagesPerRound = 200

/** The figures of one page of one tree, a value a round. */
interface Tree {
  server: OjaServer
  cpu: number[]
  databaseCpu: number[]
  kilobytes: number
  spent: Record<string, number>
}

async function bench({ db, load, random, facts, start, cleanup }: Comparison): Promise<void> {
  random.begin(1000, 1)
  const context = { load, databaseClock: await databaseClock(db) }
  const makers = Object.entries(await coldAddresses({ db, facts, random: random.next })).filter(([name]) =>
    name.includes(values.only),
  )
  const plain = await startPlainPage()
  cleanup.defer(plain.stop)
  const servers: OjaServer[] = []
  for (const name of values.tree ?? [process.cwd()])
    servers.push(await start(name, withoutCache, values.sources ? 'server/main.ts' : undefined))
  await warmPages(context, plain, [['plain', () => '/']])
  for (const server of servers) await warmPages(context, server, makers)

  for (const [name, make] of makers) {
    const plains: number[] = []
    const trees = servers.map(
      (server): Tree => ({ server, cpu: [], databaseCpu: [], kilobytes: 0, spent: {} }),
    )
    for (let round = 0; round < Number(values.rounds); round += 1) {
      plains.push((await runPages(context, plain, pagesPerRound * 2, () => '/')).figures.cpu ?? Number.NaN)
      const addresses = Array.from({ length: pagesPerRound }, make)
      for (const tree of round % 2 ? trees.toReversed() : trees) {
        let index = 0
        const stop = values.sources ? await tree.server.profile() : undefined
        const run = await runPages(context, tree.server, pagesPerRound, () => addresses[index++] ?? '/')
        tree.cpu.push(run.figures.cpu ?? Number.NaN)
        tree.databaseCpu.push(run.figures.databaseCpu ?? Number.NaN)
        tree.kilobytes = run.result.bytes / run.result.answers / 1000
        for (const [purpose, ms] of stop ? Object.entries(timeSpent(await stop())) : [])
          tree.spent[purpose] = (tree.spent[purpose] ?? 0) + ms
      }
    }
    for (const [index, tree] of trees.entries())
      report(`${name} ${index}`, tree, trees[0] ?? tree, median(plains))
  }
}

function report(
  name: string,
  { cpu, databaseCpu, kilobytes, spent }: Tree,
  first: Tree,
  plain: number,
): void {
  const ratio = (of: number[], to: number[]) =>
    median(of.map((ms, round) => ms / (to[round] ?? Number.NaN))).toFixed(2)
  const all = Object.values(spent).reduce((sum, ms) => sum + ms, 0)
  console.log(
    `${name.padEnd(11)} server ${median(cpu).toFixed(2)} ms (${ratio(cpu, first.cpu)}), ${(median(cpu) / plain).toFixed(1)} plain pages of ${plain.toFixed(2)}; PostgreSQL ${median(databaseCpu).toFixed(2)} (${ratio(databaseCpu, first.databaseCpu)}); ${kilobytes.toFixed(1)} KB`,
  )
  if (all > 0)
    console.log(
      `  ${purposes.map((purpose) => `${purpose} ${(((spent[purpose] ?? 0) / all) * median(cpu)).toFixed(2)}`).join(', ')}`,
    )
}

await compareTrees(values.scale, bench)
