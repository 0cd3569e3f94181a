import { compress } from '#server/core/http/compress.ts'
import budgets from '../../budgets.json' with { type: 'json' }
import { median } from '../report/statistics.ts'
import { purposes, timeSpent } from '../report/time-spent.ts'
import { listAddress, page, pick } from '../requests/addresses.ts'
import type { Child } from '../servers/child.ts'
import { startPlainPage } from '../servers/plain-page.ts'
import { idle } from '../servers/warm.ts'
import { runClosedLoop } from './against.ts'
import { medians } from './measure.ts'
import { atMost } from './verdict.ts'
import type { BenchContext, Figures, Row, Workload } from './workload.ts'

type Name = keyof typeof budgets.coldPages.kilobytes

const { timesPlainPage, postgresqlMs, compressionMs, kilobytes } = budgets.coldPages

/** Pages a round. A fixed number, since the time of a round differs between a page and the plain page. */
const pagesPerRound = 150
/** Requests until V8 has optimised the code of a page. Of 250 pages each, the plain page took 0.92, 0.57, 0.46, 0.34 ms, later 0.3. */
const warmUp = 1500
const maxRoundSeconds = 60

/** The cost of a page that is rendered at each request: in processor time, beside the plain page in the same run, and in bytes. */
export const pageBudgets: Workload = {
  name: 'pages-cold-budget',
  bar: `a page that is not cached: the server's process at most ${timesPlainPage} times a React page of 24 plain cards, PostgreSQL and compression in milliseconds, bytes as budgets.json says`,
  async run(context) {
    const plain = await startPlainPage()
    // The sources: their profile tells which module the time is spent in.
    const profiled = await context.startServer(withoutCache, 'server/main.ts')
    const server = await context.startServer(withoutCache)
    try {
      const makers = Object.entries(await coldAddresses(context)) as [Name, () => string][]
      for (const each of [server, profiled]) await warmPages(context, each, makers)
      await runPages(context, plain, warmUp, () => '/')
      const measured = await measure(context, { server, plain }, makers)
      const rows: Row[] = []
      for (const [name, make] of makers)
        rows.push(
          await judge(name, make, measured, { server, profiled: () => profile(context, profiled, make) }),
        )
      return rows
    } finally {
      for (const each of [plain, profiled, server]) await each.stop()
    }
  },
}

export const withoutCache = { PAGE_CACHE_SECONDS: '0', JOBS_IN_WEB: '0' }

type Server = Child & { origin: string }
type Makers = [Name, () => string][]

/** Requests `count` pages, each once. */
export function runPages(
  context: Pick<BenchContext, 'load' | 'databaseClock'>,
  server: Server,
  count: number,
  make: () => string,
) {
  const requests = Array.from({ length: count }, () => page(make()))
  return runClosedLoop(context, { server, requests }, maxRoundSeconds, { once: true })
}

/** Requests pages of all kinds until their code is optimised and the sample of the search planner is complete. */
export async function warmPages(
  context: Pick<BenchContext, 'load' | 'databaseClock'>,
  server: Server,
  makers: [string, () => string][],
): Promise<void> {
  for (const [, make] of makers) await runPages(context, server, warmUp, make)
  await idle(server)
}

/** Figures of the rounds. */
interface Measured {
  plain: Figures[]
  pages: Map<Name, { figures: Figures[]; bytes: number }>
}

/** Measures the plain page before each page of a round; the median of all these is the ceiling of every row. */
async function measure(
  context: BenchContext,
  { server, plain }: Record<'server' | 'plain', Server>,
  makers: Makers,
): Promise<Measured> {
  const measured: Measured = { plain: [], pages: new Map() }
  for (let round = 0; round < Math.max(7, context.rounds); round += 1) {
    for (const [name, make] of makers) {
      measured.plain.push((await runPages(context, plain, pagesPerRound * 2, () => '/')).figures)
      const { figures, result } = await runPages(context, server, pagesPerRound, make)
      const known = measured.pages.get(name)?.figures ?? []
      measured.pages.set(name, { figures: [...known, figures], bytes: result.bytes / result.answers })
    }
  }
  return measured
}

async function judge(
  name: Name,
  make: () => string,
  measured: Measured,
  { server, profiled }: { server: Server; profiled: () => Promise<string> },
): Promise<Row> {
  const { figures: rounds = [], bytes = Number.NaN } = measured.pages.get(name) ?? {}
  const figures = medians(rounds)
  const ceiling = medians(measured.plain)
  const ratio = (figures.cpu ?? Number.NaN) / (ceiling.cpu ?? Number.NaN)
  return {
    name: `${name}, not cached`,
    figures,
    ceiling: { ...ceiling, what: 'the plain page' },
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
    note: `of the server's time ${await profiled()}`,
  }
}

/** The median of what compressing this page takes here, in milliseconds. */
async function timeCompression(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const body = Buffer.from(await answer.arrayBuffer())
  const times = Array.from({ length: 200 }, () => {
    const started = performance.now()
    compress(body, 'br', false)
    return performance.now() - started
  })
  return median(times)
}

/** Shares of the processor time of a page by purpose, such as `rendering 32 %`. */
async function profile(context: BenchContext, server: Server, make: () => string): Promise<string> {
  const stop = await server.profile()
  await runPages(context, server, pagesPerRound * 3, make)
  const spent = timeSpent(await stop())
  const all = purposes.reduce((sum, purpose) => sum + spent[purpose], 0)
  return purposes.map((purpose) => `${purpose} ${Math.round((spent[purpose] / all) * 100)} %`).join(', ')
}

/** An address of each kind; a parameter that means nothing makes them different. */
export async function coldAddresses({
  db,
  facts,
  random,
}: Pick<BenchContext, 'db' | 'facts' | 'random'>): Promise<Record<Name, () => string>> {
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
