/**
 * Runs hundreds of different searches, made from the marketplace's own words, and prints the time of each
 * kind and the slowest ones: `node bench/search-queries.ts <database URL> [seed] [queries a kind] [part
 * of a kind]`. One search at a time, warm: the minimum of three. Milliseconds of processor time, PostgreSQL's
 * and this process's together (Linux, PostgreSQL on the same machine), since other programs may be running.
 * `EXPLAIN=1` adds the plans of the slowest.
 */
import { Kysely, PostgresDialect } from 'kysely'
import { type Database, openPool } from '#server/db/pool.ts'
import { createRandom } from '#server/demo/random.ts'
import { browse } from '#server/features/catalogue/browse.service.ts'
import { writeCursor } from '#server/features/catalogue/search/cursor.ts'
import { readStatistics } from '#server/features/catalogue/search/statistics.db.ts'
import { suggest } from '#server/features/catalogue/search/suggestions.service.ts'
import { ListingQuery } from '#shared/contract/catalogue.ts'
import { lgasOf, states } from '#shared/nigeria.ts'
import { percentile } from './report/statistics.ts'
import { backendTime } from './servers/processor-clocks.ts'

const [url, seed = '1', each = '12', only = ''] = process.argv.slice(2)
if (!url)
  throw new Error('Say which database: node bench/search-queries.ts <database URL> [seed] [each] [kind]')
const { pick, int: between, next: random } = createRandom(Number(seed))

const address = new URL(url)
const name = `search-queries-${process.pid}`
address.searchParams.set('application_name', name)
const pool = openPool(address.href, { max: 2 })
// Keeps the same connections to the end: their processor time is read from the system.
pool.pg.options.idleTimeoutMillis = 0
const statements: { sql: string; parameters: readonly unknown[] }[] = []
const logged = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: pool.pg }),
  log: ({ query }) => {
    statements.push(query)
  },
})

// Words by their number of listings in a sample, and the titles they come from.
const ids = Array.from({ length: 6000 }, () => random())
const { rows: texts } = await pool.pg.query<{ title: string; description: string; price: number }>(
  `select title, description, price from listings
   where id = any(array(select (r * (select max(id) from listings))::integer from unnest($1::float[]) r)) limit 3000`,
  [ids],
)
const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? [])]
const holders = new Map<string, number>()
for (const { title, description } of texts)
  for (const word of wordsOf(`${title} ${description}`)) holders.set(word, (holders.get(word) ?? 0) + 1)
const share = (word: string) => (holders.get(word) ?? 0) / texts.length
const band = (low: number, high: number) =>
  [...holders.keys()].filter((w) => share(w) > low && share(w) <= high)
const common = band(0.1, 1)
const middle = band(0.01, 0.1)
const seldom = band(0.001, 0.01)
const rare = band(0, 0.001)
const anyWord = () =>
  pick([common, middle, seldom, rare].filter((words) => words.length > 0)[between(0, 3)] ?? middle)
const titleWords = (min: number) => {
  for (;;) {
    const words = pick(texts).title.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length >= min) return words
  }
}
const slip = (word: string) => {
  const at = between(1, word.length - 2)
  const cut = (a: string, b: string) => word.slice(0, at) + a + word.slice(at + 1 + b.length)
  return pick([
    cut('', ''),
    cut(`${word[at]}${word[at]}`, ''),
    cut('q', ''),
    `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  ])
}
const longWord = () => {
  for (;;) {
    const word = pick(titleWords(1)).replace(/[^a-z]/g, '')
    if (word.length >= 5) return word
  }
}
const naira = () => Math.round(pick(texts).price / 100)
const range = (width: number) => {
  const minPrice = naira()
  return { minPrice, maxPrice: Math.round(minPrice * width) }
}
const state = () => pick([...states.slice(0, 40), 'Lagos', 'Lagos', 'FCT', 'Kano'])
const place = () => {
  const where = state()
  return { state: where, lga: pick(lgasOf(where)) }
}
/** Half of those who search do it from a place with many listings. */
const around = () => {
  const { state: name, lga } = between(0, 1) ? place() : pick(busy)
  return `${name}/${lga}`
}
const busy = [
  { state: 'Lagos', lga: 'Ikeja' },
  { state: 'Lagos', lga: 'Surulere' },
  { state: 'Rivers', lga: 'Port Harcourt' },
  { state: 'Oyo', lga: 'Ibadan North' },
  { state: 'Kano', lga: 'Fagge' },
]
const radii = ['10', '25', '50', '100', 'state']
const category = () => ({ category: between(1, 10) })
const filters = [
  category,
  () => ({ state: state() }),
  place,
  () => ({ condition: pick(['NEW', 'USED']) }),
  () => ({ priceType: pick(['FIXED', 'NEGOTIABLE']) }),
  () => range(1.05),
  () => range(3),
  () => ({ minPrice: naira() }),
  () => ({ featured: 'true' }),
]
const sorts = ['latest', 'price-asc', 'price-desc']
const some = (howMany: number) =>
  Object.assign({}, ...Array.from({ length: howMany }, () => pick(filters)())) as Record<string, unknown>

/** A query of GET /api/listings; `deep` asks for a page far down the list. */
type SearchQuery = Record<string, unknown>
const kinds: Record<string, () => SearchQuery> = {
  'word, common': () => ({ search: pick(common) }),
  'word, middle': () => ({ search: pick(middle) }),
  'word, seldom': () => ({ search: pick(seldom) }),
  'word, rare': () => ({ search: pick(rare) }),
  'two words of any kind': () => ({ search: `${anyWord()} ${anyWord()}` }),
  'two common words': () => ({ search: `${pick(common)} ${pick(common)}` }),
  'two middle words': () => ({ search: `${pick(middle)} ${pick(middle)}` }),
  'two words, common and rare': () => ({ search: `${pick(rare)} ${pick(common)}` }),
  'words of one name': () => ({ search: titleWords(3).slice(0, 3).join(' ') }),
  'a whole title': () => ({ search: titleWords(4).join(' ').slice(0, 110) }),
  'three to five words': () => ({ search: Array.from({ length: between(3, 5) }, anyWord).join(' ') }),
  'prefix of 2': () => ({ search: anyWord().slice(0, 2) }),
  'prefix of 3': () => ({ search: anyWord().slice(0, 3) }),
  'prefix of 4': () => ({ search: anyWord().slice(0, 4) }),
  'word and prefix': () => ({ search: `${anyWord()} ${anyWord().slice(0, between(2, 4))}` }),
  typo: () => ({ search: slip(longWord()) }),
  'typo and word': () => ({ search: `${slip(longWord())} ${pick(middle)}` }),
  'word, category': () => ({ search: anyWord(), ...category() }),
  'word, state, LGA': () => ({ search: anyWord(), ...place() }),
  'word, state, condition': () => ({ search: anyWord(), state: state(), condition: pick(['NEW', 'USED']) }),
  'word, narrow prices': () => ({ search: anyWord(), ...range(1.05), sortBy: pick(sorts) }),
  'word, wide prices': () => ({ search: anyWord(), ...range(4), sortBy: pick(sorts) }),
  'two words, two filters': () => ({ search: `${anyWord()} ${anyWord()}`, ...some(2), sortBy: pick(sorts) }),
  'word by price': () => ({ search: anyWord(), sortBy: pick(sorts.slice(1)) }),
  'two words by price': () => ({ search: `${anyWord()} ${anyWord()}`, sortBy: pick(sorts.slice(1)) }),
  'word by relevance': () => ({ search: anyWord(), sortBy: 'relevance' }),
  'two words by relevance': () => ({ search: `${anyWord()} ${pick(middle)}`, sortBy: 'relevance' }),
  'no filter': () => ({ sortBy: pick(sorts) }),
  'one filter': () => ({ ...some(1), sortBy: pick(sorts) }),
  'two filters': () => ({ ...some(2), sortBy: pick(sorts) }),
  'three filters': () => ({ ...some(3), sortBy: pick(sorts) }),
  'state and LGA': () => ({ ...place(), sortBy: pick(sorts) }),
  'category and LGA': () => ({ ...category(), ...place() }),
  'category, state, prices': () => ({ ...category(), state: state(), ...range(2), sortBy: pick(sorts) }),
  'deep page of a filter': () => ({ ...category(), deep: true }),
  'deep page of a word': () => ({ search: pick(common), deep: true }),
  'deep page of a middle word': () => ({ search: pick(middle), deep: true }),
  'deep page of a word by price': () => ({ search: anyWord(), sortBy: 'price-asc', deep: true }),
  'deep page by relevance': () => ({
    search: `${anyWord()} ${pick(middle)}`,
    sortBy: 'relevance',
    deep: true,
  }),
  'by distance': () => ({ near: around(), sortBy: 'near' }),
  'by distance, radius': () => ({ near: around(), radius: pick(radii), sortBy: 'near' }),
  'by distance, word': () => ({ near: around(), search: anyWord(), sortBy: 'near' }),
  'by distance, word, radius': () => ({
    near: around(),
    radius: pick(radii),
    search: anyWord(),
    sortBy: 'near',
  }),
  'by distance, two words, radius': () => ({
    near: around(),
    radius: pick(radii),
    search: `${anyWord()} ${pick(middle)}`,
    sortBy: 'near',
  }),
  'by distance, two filters': () => ({ ...some(2), near: around(), sortBy: 'near' }),
  'by distance, two filters, radius': () => ({
    ...some(2),
    near: around(),
    radius: pick(radii),
    sortBy: 'near',
  }),
  'by distance, word, filter, radius': () => ({
    ...some(1),
    near: around(),
    radius: pick(radii),
    search: anyWord(),
    sortBy: 'near',
  }),
  'by distance, word, prices': () => ({ near: around(), search: anyWord(), ...range(3), sortBy: 'near' }),
  'radius alone': () => ({ near: around(), radius: pick(radii), sortBy: pick(sorts) }),
  'radius, word': () => ({ near: around(), radius: pick(radii), search: anyWord(), sortBy: pick(sorts) }),
  'radius, word by relevance': () => ({
    near: around(),
    radius: pick(radii),
    search: anyWord(),
    sortBy: 'relevance',
  }),
  'radius, category, prices': () => ({
    ...category(),
    ...range(2),
    near: around(),
    radius: pick(radii),
    sortBy: pick(sorts),
  }),
  'word, category, state': () => ({ search: anyWord(), ...category(), state: state() }),
  'common word, category, state': () => ({ search: pick(common), ...category(), state: state() }),
}
const suggestions: Record<string, () => string> = {
  'suggest, 2 letters': () => anyWord().slice(0, 2),
  'suggest, 3 letters': () => longWord().slice(0, 3),
  'suggest, word and 2 letters': () => {
    const [first, second] = titleWords(3)
    return `${first} ${second?.slice(0, 2)}`
  },
  'suggest, typo': () => slip(longWord()),
}

await Promise.all([pool.pg.query('select pg_sleep(0.1)'), pool.pg.query('select pg_sleep(0.1)')])
const { rows: backends } = await pool.pg.query<{ pid: number }>(
  'select pid from pg_stat_activity where application_name = $1',
  [name],
)
const pids = backends.map(({ pid }) => pid)

// Drawing the sample is not part of the measurement.
const statistics = await readStatistics(pool.db)
for (let size = -1; size < statistics.size; await pool.pg.query('select pg_sleep(1)')) size = statistics.size
await readStatistics(logged)

/** Milliseconds of processor time of this process and its connections so far. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + backendTime(pids)
}

type Search = (db: typeof logged) => Promise<string>
interface Measurement {
  kind: string
  query: string
  milliseconds: number
  outcome: string
  search: Search
}
const measurements: Measurement[] = []
/** A listing far down each list, after which deep pages begin. */
const deepListing = async (order: string) => {
  const { rows } = await pool.pg.query<{ created_at: Date; price: number; id: number }>(
    `select created_at, price, id from listing_search order by ${order} limit 1 offset 24000`,
  )
  return rows[0]
}
const deep = {
  latest: await deepListing('created_at desc, id desc'),
  'price-asc': await deepListing('price, id'),
}

for (const [kind, make] of [...Object.entries(kinds), ...Object.entries(suggestions)]) {
  if (!kind.includes(only)) continue
  const times: number[] = []
  for (let n = 0; n < Number(each); n += 1) {
    const made = make()
    const search = typeof made === 'string' ? asSuggestion(made) : asSearch(made)
    const query = JSON.stringify(made)
    let outcome = ''
    let milliseconds = Number.POSITIVE_INFINITY
    for (let run = 0; run < 3; run += 1) {
      const started = processorTime()
      outcome = await search(pool.db).catch((error: Error) => error.message)
      milliseconds = Math.min(milliseconds, processorTime() - started)
    }
    measurements.push({ kind, query, milliseconds, outcome, search })
    times.push(milliseconds)
  }
  print(kind, times)
}
const all = measurements.map(({ milliseconds }) => milliseconds)
print('ALL', all)

measurements.sort((a, b) => b.milliseconds - a.milliseconds)
for (const { kind, query, milliseconds, outcome, search } of measurements.slice(0, 20)) {
  console.log(`${milliseconds.toFixed(1).padStart(7)} ms  ${kind}  ${query}  ${outcome}`)
  if (process.env.EXPLAIN) await explain(search)
}
await pool.close()

function asSearch({ deep: isDeep, ...fields }: SearchQuery): Search {
  const parsed = ListingQuery.parse(fields)
  const sort = parsed.sortBy ?? 'latest'
  const last = sort === 'price-asc' ? deep['price-asc'] : deep.latest
  const value = sort === 'price-asc' ? last?.price : last?.created_at.getTime()
  const cursor =
    isDeep && last && value !== undefined
      ? writeCursor({ sort, value, id: last.id, tier: 0, corrected: false, total: 10_000, exact: false })
      : undefined
  const query = cursor ? { ...parsed, cursor } : parsed
  return async (db) => {
    const page = await browse(db, query)
    return `${page.total}${page.exact ? '' : '+'} found, ${page.cards.length} shown`
  }
}

function asSuggestion(text: string): Search {
  return async (db) => `${(await suggest(db, text)).length} suggested`
}

function print(kind: string, times: number[]): void {
  const at = (share: number) => percentile(times, share).toFixed(1).padStart(6)
  console.log(
    `${kind.padEnd(30)} ${String(times.length).padStart(4)}  p50 ${at(0.5)}  p90 ${at(0.9)}  p99 ${at(0.99)}  max ${at(1)} ms`,
  )
}

async function explain(search: Search): Promise<void> {
  statements.length = 0
  await search(logged)
  for (const { sql, parameters } of [...statements]) {
    if (!/createdAt|count\(\*\)|search_similar/.test(sql) || /array_to_string/.test(sql)) continue
    const { rows } = await pool.pg.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off, summary on) ${sql}`,
      [...parameters],
    )
    const plan = rows.map((row) => row['QUERY PLAN'])
    console.log(
      plan
        .filter((line) => /->|^\w.*\(actual|Cond:|Filter|Sort Key|Execution Time|Heap Blocks/.test(line))
        .map((line) => `            ${line.replace(/actual | loops=1\b|(?<=rows=\d+)\.00/g, '')}`)
        .join('\n'),
    )
  }
}
