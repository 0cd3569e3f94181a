import { compress } from '#server/core/http/compress.ts'
import budgets from '../../budgets.json' with { type: 'json' }
import { purposes, timeSpent } from '../report/time-spent.ts'
import { listAddress, page, pick } from '../requests/addresses.ts'
import type { Child } from '../servers/child.ts'
import { startPlainPage } from '../servers/plain-page.ts'
import { runHighest } from './against.ts'
import { median, medians } from './measure.ts'
import { atMost } from './verdict.ts'
import type { BenchContext, Figures, Row, Workload } from './workload.ts'

type Name = keyof typeof budgets.coldPages.kilobytes

const { timesPlainPage, postgresqlMs, compressionMs, kilobytes } = budgets.coldPages

/** Pages a round. A fixed number, since the time of a round differs between a page and the plain page. */
const pagesPerRound = 150
const warmUp = 400
/** Seconds within which a round ends anyway. */
const long = 60

/** What a page costs that is rendered at each request: in processor time, beside the plain page in the same run, and in bytes. */
export const pageBudgets: Workload = {
  name: 'pages-cold-budget',
  bar: `a page that is not cached: the server's process at most ${timesPlainPage} times a React page of 24 plain cards, PostgreSQL and compression in milliseconds, bytes as budgets.json says`,
  async run(context) {
    const plain = await startPlainPage()
    // The sources: their profile tells which module the time is spent in.
    const profiled = await context.startServer(withoutCache, 'server/main.ts')
    const server = await context.startServer(withoutCache)
    try {
      const rows: Row[] = []
      for (const [name, make] of Object.entries(await addresses(context)))
        rows.push(await judge(context, name as Name, make, { server, plain, profiled }))
      return rows
    } finally {
      for (const each of [plain, profiled, server]) await each.stop()
    }
  },
}

const withoutCache = { PAGE_CACHE_SECONDS: '0', JOBS_IN_WEB: '0' }

type Server = Child & { origin: string }

async function judge(
  context: BenchContext,
  name: Name,
  make: () => string,
  { server, plain, profiled }: Record<'server' | 'plain' | 'profiled', Server>,
): Promise<Row> {
  const run = (target: Server, count: number, address = make) => {
    const requests = Array.from({ length: count }, () => page(address()))
    return runHighest(context, { server: target, requests }, long, { once: true })
  }
  const ours: Figures[] = []
  const plainOnes: Figures[] = []
  for (const target of [server, plain, profiled])
    await run(target, warmUp, target === plain ? () => '/' : make)
  let bytes = 0
  for (let round = 0; round < Math.max(5, context.rounds); round += 1) {
    plainOnes.push((await run(plain, pagesPerRound * 3, () => '/')).figures)
    const { figures, result } = await run(server, pagesPerRound)
    ours.push(figures)
    bytes = result.bytes / result.answers
  }
  const figures = medians(ours)
  const ratio = median(ours.map(({ cpu = Number.NaN }, round) => cpu / (plainOnes[round]?.cpu ?? Number.NaN)))
  return {
    name: `${name}, not cached`,
    figures,
    ceiling: { ...medians(plainOnes), what: 'the plain page' },
    verdicts: [
      atMost('times the plain page', ratio, timesPlainPage),
      atMost(
        'PostgreSQL',
        figures.databaseCpu ?? Number.NaN,
        postgresqlMs[name === 'word' ? 'withWords' : 'withoutWords'],
        'ms',
      ),
      atMost('compression', await timeCompression(`${server.origin}${make()}`), compressionMs, 'ms'),
      atMost('bytes', bytes / 1000, kilobytes[name], 'KB'),
    ],
    note: `of the server's time ${await describeTime(profiled, () => run(profiled, pagesPerRound * 3))}`,
  }
}

/** The median of what compressing this page takes here, in milliseconds. */
async function timeCompression(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const body = Buffer.from(await answer.arrayBuffer())
  const times = Array.from({ length: 200 }, () => {
    const started = performance.now()
    compress(body, 'br')
    return performance.now() - started
  })
  return median(times)
}

/** Shares of the processor time of a load by purpose, such as `rendering 32 %`. */
async function describeTime(server: Server, load: () => Promise<unknown>): Promise<string> {
  const stop = await server.profile()
  await load()
  const spent = timeSpent(await stop())
  const all = purposes.reduce((sum, purpose) => sum + spent[purpose], 0)
  return purposes.map((purpose) => `${purpose} ${Math.round((spent[purpose] / all) * 100)} %`).join(', ')
}

/** An address of each kind; a parameter that means nothing makes them different. */
async function addresses({ db, facts, random }: BenchContext): Promise<Record<Name, () => string>> {
  const { samples, words } = facts
  const sellers = await db
    .selectFrom('listings')
    .select('seller_id as id')
    .distinct()
    .where(
      'id',
      'in',
      samples.slice(0, 2000).map(({ id }) => id),
    )
    .execute()
  let visits = 0
  const visit = () => String(visits++)
  return {
    home: () => `/?visit=${visit()}`,
    browse: () => listAddress('/listings', { visit: visit() }),
    filtered: () => {
      const { category, state } = pick(samples, random)
      return listAddress('/listings', { category: String(category), state, visit: visit() })
    },
    word: () => listAddress('/listings', { search: pick(words.middling, random), visit: visit() }),
    listing: () => `/listings/${pick(samples, random).id}`,
    profile: () => `/users/${pick(sellers, random).id}`,
  }
}
