/**
 * Measures price guidance on the generated marketplace: `node bench/price-guidance.ts [scale or database URL] [items a kind]
 * [seed]`. One item at a time, warm, the minimum of three: milliseconds of processor time, PostgreSQL's and this process's together (Linux,
 * PostgreSQL on the same machine), since other programs may be running, and elapsed ones. docs/trust.md has the figures.
 * Then one price in ten becomes junk, in a transaction that is rolled back, and the medians are compared. `SLOW=20` prints the
 * items that take longer.
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { openPool } from '#server/db/pool.ts'
import { createRandom } from '#server/demo/random.ts'
import { readStatistics } from '#server/features/catalogue/search/statistics.db.ts'
import { type PricedItem, readPriceGuide } from '#server/features/prices/prices.service.ts'
import type { PriceGuide } from '#shared/contract/prices.ts'
import { states } from '#shared/nigeria.ts'
import { prepareMarketplace } from './data/prepare-marketplace.ts'
import { isScale } from './data/scales.ts'
import { percentile } from './report/statistics.ts'
import { backendTime } from './servers/processor-clocks.ts'

const [place = '1m', each = '100', seed = '1'] = process.argv.slice(2)
const marketplace = isScale(place) ? await prepareMarketplace(place, console.error) : null
const pool = openPool(marketplace?.connectionString ?? place, { max: 2, withoutTimeouts: true })
// Keeps the same connections to the end: their processor time is read from the system.
pool.pg.options.idleTimeoutMillis = 0
const { pick, int: between, next: random } = createRandom(Number(seed))

// Collecting the statistics is not part of the measurement.
const statistics = await readStatistics(pool.db)
const collected = Math.min(16_384, statistics.rows / 2)
while (statistics.size < collected) await pool.pg.query('select pg_sleep(0.2)')

const { rows: listings } = await pool.pg.query<Required<PricedItem>>(
  `select title, category_id as "categoryId", condition, state, price, seller_id as "sellerId" from listings
   where id = any(array(select (r * (select max(id) from listings))::integer from unnest($1::float[]) r))`,
  [Array.from({ length: Number(each) * 4 }, () => random())],
)
const some = () => pick(listings)
const words = ({ title }: PricedItem, count: number) => ({
  title: title.split(/\s+/).slice(0, count).join(' '),
})
const kinds: Record<string, () => PricedItem> = {
  'a listing as it is': some,
  'without condition and state': () => ({ ...some(), condition: undefined, state: undefined }),
  'in another state': () => ({ ...some(), state: pick([...states]) }),
  'the first word': () => {
    const listing = some()
    return { ...listing, ...words(listing, 1) }
  },
  'the first word, no filter': () => {
    const listing = some()
    return { ...listing, ...words(listing, 1), condition: undefined, state: undefined }
  },
  'the first two or three words': () => {
    const listing = some()
    return { ...listing, ...words(listing, between(2, 3)) }
  },
  'with words that nobody has': () => {
    const listing = some()
    return { ...listing, title: `${listing.title} zq${between(1, 99999)} for Mama Kunle` }
  },
  'words of two listings': () => {
    const listing = some()
    return { ...listing, title: `${words(listing, 3).title} ${words(some(), 4).title}` }
  },
  'another category': () => ({ ...some(), categoryId: between(1, 10) }),
  'far too cheap': () => {
    const listing = some()
    return { ...listing, price: Math.round(listing.price / 10) }
  },
}

await Promise.all([pool.pg.query('select pg_sleep(0.1)'), pool.pg.query('select pg_sleep(0.1)')])
const { rows: backends } = await pool.pg.query<{ pid: number }>(
  `select pid from pg_stat_activity where backend_type = 'client backend' and application_name = current_setting('application_name')`,
)
const pids = backends.map(({ pid }) => pid)

/** Milliseconds of processor time of this process and its connections so far. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + backendTime(pids)
}

const offers: PricedItem[] = []
const all: Measured[] = []
interface Measured {
  processor: number
  elapsed: number
}
for (const [kind, make] of Object.entries(kinds)) {
  const times: Measured[] = []
  let answered = 0
  let farBelow = 0
  for (let n = 0; n < Number(each); n += 1) {
    const offer = make()
    let guide: PriceGuide | null = null
    let processor = Number.POSITIVE_INFINITY
    let elapsed = Number.POSITIVE_INFINITY
    for (let run = 0; run < 3; run += 1) {
      const start = { processor: processorTime(), elapsed: performance.now() }
      guide = await readPriceGuide(pool.db, offer)
      elapsed = Math.min(elapsed, performance.now() - start.elapsed)
      processor = Math.min(processor, processorTime() - start.processor)
    }
    times.push({ processor, elapsed })
    if (processor > Number(process.env.SLOW ?? Number.POSITIVE_INFINITY))
      console.log(processor.toFixed(1), JSON.stringify(offer), JSON.stringify(guide?.basis))
    if (guide) answered += 1
    if (guide?.farBelow) farBelow += 1
    offers.push(offer)
  }
  all.push(...times)
  report(kind, times, `${answered} answered, ${farBelow} far below`)
}
report('ALL', all, `load ${loadavg()[0]?.toFixed(1)}`)

const ranges = async (db: typeof pool.db) => {
  const found: (number | null)[] = []
  for (const offer of offers.slice(0, 100)) found.push((await readPriceGuide(db, offer))?.median ?? null)
  return found
}
const before = await ranges(pool.db)
const undo = new Error('rolled back')
await pool.db
  .transaction()
  .execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update listing_search set price =
      case id % 40 when 0 then 100 when 10 then 111111100 when 20 then price * 100 else greatest(1, price / 100) end
      where id % 10 = 0`.execute(tx)
    const after = await ranges(tx)
    const shifts = before
      .map((median, index) => Math.abs(Math.log((after[index] ?? 0) / (median ?? 0))) * 100)
      .filter(Number.isFinite)
    print('with junk: median moves by %', shifts, `of ${shifts.length} guides`)
    throw undo
  })
  .catch((error: unknown) => {
    if (error !== undo) throw error
  })
await pool.close()
await marketplace?.stop()

function report(kind: string, times: Measured[], note: string): void {
  print(
    `${kind}, processor`,
    times.map(({ processor }) => processor),
    note,
  )
  print(
    `${kind}, elapsed`,
    times.map(({ elapsed }) => elapsed),
    '',
  )
}

function print(kind: string, values: number[], note: string): void {
  const at = (share: number) => percentile(values, share).toFixed(1).padStart(6)
  console.log(
    `${kind.padEnd(42)} ${String(values.length).padStart(4)}  p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)}  ${note}`,
  )
}
