/**
 * Prints PostgreSQL's plans of the searches in docs/decisions/003-search.md, on the listings of data/fill.ts:
 * `node bench/explain-search.ts <database URL> [part of a name]`.
 */
import { Kysely, PostgresDialect } from 'kysely'
import { type Database, openPool } from '#server/db/pool.ts'
import { browse } from '#server/features/catalogue/browse.service.ts'
import { suggest } from '#server/features/catalogue/search/suggestions.service.ts'
import { ListingQuery } from '#shared/contract/catalogue.ts'

const [url, only = ''] = process.argv.slice(2)
if (!url) throw new Error('Say which database: node bench/explain-search.ts <database URL> [part of a name]')

const statements: { sql: string; parameters: readonly unknown[] }[] = []
const pool = openPool(url, { max: 2 })
const db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: pool.pg }),
  log: ({ query }) => {
    if (/createdAt|count\(\*\)|search_similar/.test(query.sql) && !/array_to_string/.test(query.sql))
      statements.push(query)
  },
})

/** The informative lines of a plan: nodes, conditions, removed rows, the time. */
const informativeLine = /->|^\w.*\(actual|Cond:|Filter|Sort Key|Execution Time/

const searches: Record<string, Record<string, unknown>> = {
  'newest first, no filter': {},
  'one category': { category: 3 },
  'category, state, condition': { category: 3, state: 'Kano', condition: 'NEW' },
  'category, state, price range, by price': {
    category: 1,
    state: 'Oyo',
    minPrice: 50_000,
    maxPrice: 90_000,
    sortBy: 'price-asc',
  },
  'a narrow price range, newest first': { minPrice: 100_000, maxPrice: 101_000 },
  'cheapest first': { sortBy: 'price-asc' },
  featured: { featured: 'true' },
  'a rare word': { search: 'treadmill' },
  'a word of the text that few have': { search: 'dafipaka' },
  'a very common word': { search: 'good' },
  'two common words': { search: 'good condition' },
  'two words, not so common': { search: 'toyota leather' },
  'a model': { search: 'iphone 13 pro' },
  'word, category, state': { search: 'toyota', category: 3, state: 'Kano' },
  'word, price range, dearest first': {
    search: 'toyota',
    minPrice: 1_000_000,
    maxPrice: 5_000_000,
    sortBy: 'price-desc',
  },
  'common word, dearest first': { search: 'clean', sortBy: 'price-desc' },
  'a prefix': { search: 'merc' },
  'two letters': { search: 'sa' },
  'a typo': { search: 'samsng' },
  'two words that never meet': { search: 'toyota stroller' },
  'by relevance': { search: 'dining table', sortBy: 'relevance' },
}

for (const [name, query] of Object.entries(searches)) {
  if (!name.includes(only)) continue
  await show(`${name}: ${JSON.stringify(query)}`, async () => {
    const page = await browse(db, ListingQuery.parse(query))
    return `${page.total}${page.exact ? '' : '+'} listings`
  })
}
for (const q of ['ip', 'samsung ga', 'toy', 'samsng']) {
  if ('suggestions'.includes(only))
    await show(`suggestions for "${q}"`, async () => `${(await suggest(db, q)).length} suggestions`)
}
if ('page 400 by cursor'.includes(only)) {
  let cursor: string | null | undefined
  for (let page = 1; page < 400; page += 1)
    cursor = (await browse(db, ListingQuery.parse({ category: 3, ...(cursor ? { cursor } : {}) }))).cursor
  await show('page 400 of a category by cursor', async () => {
    const page = await browse(db, ListingQuery.parse({ category: 3, cursor }))
    return `${page.cards.length} cards`
  })
}
await db.destroy()

/** Runs a search, timed when warm, and explains each of its statements. */
async function show(name: string, search: () => Promise<string>): Promise<void> {
  for (let warm = 0; warm < 3; warm += 1) await search()
  statements.length = 0
  const started = performance.now()
  const outcome = await search()
  const took = performance.now() - started
  console.log(`\n=== ${name}\n${outcome}, ${took.toFixed(1)} ms in all`)
  for (const statement of [...statements]) {
    const { rows } = await pool.pg.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off, summary on) ${statement.sql}`,
      [...statement.parameters],
    )
    const plan = rows.map((row) => row['QUERY PLAN'])
    const [buffers] = plan.filter((line) => /Buffers:/.test(line))
    const summary = plan
      .filter((line) => informativeLine.test(line))
      .map((line) => line.replace(/actual | loops=\d+|(?<=rows=\d+)\.00/g, ''))
    console.log([...summary, ...(buffers ? [buffers.trim()] : [])].map((line) => `  ${line}`).join('\n'))
  }
}
