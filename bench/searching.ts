/**
 * `node bench/searching.ts [--scale 1m] [--rounds 5] [--only word] [--tree folder]` compares the processor time of pages of words, searches and
 * suggestions of several built checkouts (page cache off). They alternate on one database, each address once. On a busy machine only the ratios count.
 */
import { readOptions } from '#tests/support/command-line.ts'
import { type Comparison, compareTrees } from './compare-trees.ts'
import { median } from './report/statistics.ts'
import { listAddress, page, pick } from './requests/addresses.ts'
import type { OjaServer } from './servers/oja-server.ts'
import { databaseClock } from './servers/processor-clocks.ts'
import { withoutCache } from './workloads/page-budgets.ts'
import { searchKinds } from './workloads/search.ts'
import { suggestionKinds } from './workloads/suggestions.ts'

const values = readOptions({
  scale: { type: 'string', default: '1m' },
  rounds: { type: 'string', default: '5' },
  only: { type: 'string', default: '' },
  tree: { type: 'string', multiple: true },
})
const { scale, only, tree: trees = [process.cwd()] } = values
const requestsPerRound = 120

async function bench({ db, load, random, facts, start }: Comparison): Promise<void> {
  const databaseTime = await databaseClock(db)
  if (!databaseTime) throw new Error("PostgreSQL's processor time cannot be read here.")
  random.begin(1000, 1)
  const servers: OjaServer[] = []
  for (const tree of trees) servers.push(await start(tree, withoutCache))

  let visits = 0
  const pageOf = (words: string[]) => () =>
    listAddress('/listings', { search: pick(words, random.next), visit: String(visits++) })
  const searches = Object.entries(searchKinds).map(([name, make]) => {
    const draw = (): string => {
      const query = make(facts, random.next)
      return query ? listAddress('/api/listings', query) : draw()
    }
    return [`search: ${name}`, draw] as const
  })
  const suggestions = Object.entries(suggestionKinds(facts, random.next)).map(
    ([name, make]) => [`suggestions: ${name}`, make] as const,
  )
  const kinds = [
    ['page of a word', pageOf(facts.words.middling)] as const,
    ['page of a common word', pageOf(facts.words.common)] as const,
    ...searches,
    ...suggestions,
  ]

  /** Milliseconds of processor time a request: the server's and PostgreSQL's. */
  const measure = async ({ origin, usage }: OjaServer, paths: string[]): Promise<[number, number]> => {
    const before = [(await usage()).cpu, databaseTime()] as const
    await load.closedLoop({ origin, requests: paths.map((path) => page(path)), once: true, seconds: 60 })
    return [((await usage()).cpu - before[0]) / paths.length, (databaseTime() - before[1]) / paths.length]
  }
  for (const [name, make] of kinds.filter(([each]) => each.includes(only))) {
    const draw = () => Array.from({ length: requestsPerRound }, make)
    for (const server of servers) await measure(server, draw())
    const results: [number, number][][] = trees.map(() => [])
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const paths = draw()
      const turns = [...servers.entries()]
      for (const [index, server] of round % 2 ? turns.toReversed() : turns)
        results[index]?.push(await measure(server, paths))
    }
    const parts = results.map((of) =>
      [0, 1].map((part) => median(of.map((each) => each[part] ?? 0)).toFixed(2)),
    )
    const all = results.map((of) => of.map(([server, database]) => server + database))
    const ratios = all.map((of) => median(of.map((ms, round) => ms / (all[0]?.[round] ?? ms))).toFixed(2))
    const shown = parts.map(([server, database], index) => `${server} + ${database} (${ratios[index]})`)
    console.log(`${name.padEnd(42)} ${shown.join('   ')}`)
  }
}

console.log(`server + PostgreSQL, ms a request (ratio of the sum to the first): ${trees.join(', ')}`)
await compareTrees(scale, bench)
