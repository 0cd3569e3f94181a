/**
 * Measures saved searches: `node bench/saved-searches.ts [listings a second] [seconds] [scale] [searches]` (50, 60, 100k, 1000000).
 * Listings of the generated marketplace are published anew, by other sellers, at a steady pace; the loop of server/features/listing-news
 * notifies the owners of the searches that match them. Prints the time from the commit of a listing to the commit of its notifications, the
 * matches, the processor time of the loop (PostgreSQL's, Linux), and what the trigger that notes the news adds to publishing one listing.
 * docs/notifications.md has the figures.
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { startLoops } from '#server/core/jobs/loops.ts'
import { openPool } from '#server/db/pool.ts'
import { createRandom } from '#server/demo/random.ts'
import { exactQueryOf } from '#server/features/catalogue/search/exact-query.ts'
import { normaliseAscii } from '#server/features/catalogue/search/normalise-text.ts'
import { toTsquery, wordsOf } from '#server/features/catalogue/search/query-terms.ts'
import { readStatistics } from '#server/features/catalogue/search/statistics.db.ts'
import { processListingNews } from '#server/features/listing-news/listing-news.service.ts'
import { copyRows, line } from './data/copy.ts'
import { prepareMarketplace } from './data/prepare-marketplace.ts'
import { isScale } from './data/scales.ts'
import { median, percentile } from './report/statistics.ts'
import { backendTime } from './servers/processor-clocks.ts'

const [perSecond = '50', seconds = '60', scale = '100k', searches = '1000000'] = process.argv.slice(2)
if (!isScale(scale))
  throw new Error('Say: node bench/saved-searches.ts [listings a second] [seconds] [scale] [searches]')
const people = Math.ceil(Number(searches) / 4)
const { pick, next: random, int: between } = createRandom(7)
const chance = (part: number) => random() < part

const marketplace = await prepareMarketplace(scale, console.error)
const pool = openPool(marketplace.connectionString, { max: 4 })
pool.pg.options.idleTimeoutMillis = 0
const writer = new pg.Client({ connectionString: marketplace.connectionString })
await writer.connect()

interface Sample {
  id: number
  title: string
  category: number
  state: string
  lga: string
  condition: string
  priceType: string
  price: number
}

const { rows: samples } = await writer.query<Sample>(`
  select l.id, l.title, l.category_id as category, l.state, l.lga, l.condition, l.price_type as "priceType", l.price
  from listings l join listing_search using (id) order by md5(l.id::text) limit 40000`)
await fillWithSearches()

/** Words of titles by their number of samples, the most frequent first. */
function popularWords(): string[] {
  const counts = new Map<string, number>()
  for (const { title } of samples)
    for (const word of wordsOf(normaliseAscii(title) ?? ''))
      if (word.length > 3) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word)
}

interface Search extends Partial<Sample> {
  words: string[]
  minPrice?: number
  maxPrice?: number
}

/**
 * Typical searches, narrow enough that a notification of each match is welcome (the printed matches show how narrow): 60 % words of a
 * title with place and mostly a price, 12 % whole titles in a state, 8 % one popular word in an LGA with a price, 20 % only filters: a
 * category in an LGA with a price. Prices are around that of a listing.
 */
function makeSearch(popular: string[]): Search {
  const { title, category, state, lga, condition, priceType, price } = pick(samples)
  const words = wordsOf(normaliseAscii(title) ?? '')
  const upTo = (part: number) => (chance(part) ? { maxPrice: Math.round(price * (0.5 + random())) } : {})
  const around = () => {
    const maxPrice = Math.round(price * (0.9 + random() * 0.2))
    return { minPrice: Math.round(maxPrice * 0.8), maxPrice }
  }
  const kind = random()
  if (kind < 0.6)
    return {
      words: words.slice(0, between(2, 4)),
      state,
      ...(chance(0.7) ? { lga } : {}),
      ...upTo(0.8),
      ...(chance(0.3) ? { category } : {}),
      ...(chance(0.3) ? { condition } : {}),
    }
  if (kind < 0.72) return { words, state, ...upTo(0.3) }
  if (kind < 0.8) {
    const word = popular[Math.floor(random() ** 2 * Math.min(popular.length, 2000))] ?? 'phone'
    return { words: [word], state, lga, ...around() }
  }
  return {
    words: [],
    ...(chance(0.9) ? { category } : { priceType }),
    state,
    lga,
    ...(chance(0.5) ? { condition } : {}),
    ...around(),
  }
}

async function fillWithSearches(): Promise<void> {
  const started = performance.now()
  await writer.query('truncate saved_searches, search_matches, notifications, listing_news cascade')
  const { rows } = await writer.query<{ first: number }>(`
    with made as (
      insert into users (email, username, full_name, phone, password_hash, email_verified_at)
      select 'searcher-' || n || '@example.com', 'searcher_' || n, 'Searcher', '', 'no password', now()
      from generate_series(1, ${people}) as n returning id
    ) select min(id) as first from made`)
  const first = rows[0]?.first ?? 1
  const statistics = await readStatistics(pool.db)
  while (statistics.size < Math.min(16_384, statistics.rows / 2)) await sleep(100)
  const popular = popularWords()
  const known = new Map<string, number>()
  const holders = (term: Parameters<typeof toTsquery>[0]) => {
    const key = toTsquery(term)
    const count = known.get(key) ?? statistics.count({ terms: [term] })
    known.set(key, count)
    return count
  }
  function* rowsToCopy() {
    for (let index = 0; index < Number(searches); index += 1) {
      const search = makeSearch(popular)
      const exact = search.words.length > 0 ? exactQueryOf(search.words, holders) : null
      yield line(
        first + Math.floor(random() * people),
        exact?.words ?? null,
        exact?.words ?? null,
        exact?.tsquery ?? null,
        exact ? `{${exact.anchors.join(',')}}` : '{*}',
        search.category ?? null,
        search.condition ?? null,
        search.state ?? null,
        search.lga ?? null,
        search.priceType ?? null,
        search.minPrice ?? null,
        search.maxPrice ?? null,
      )
    }
  }
  const columns =
    'user_id, search, words, query, anchors, category_id, condition, state, lga, price_type, min_price, max_price'
  await writer.query(`create temporary table new_searches as select ${columns} from saved_searches limit 0`)
  await copyRows(writer, `new_searches (${columns})`, rowsToCopy())
  await writer.query(
    `insert into saved_searches (${columns}) select ${columns} from new_searches on conflict do nothing`,
  )
  await writer.query(`
    insert into search_anchors (search_id, user_id, anchor, query, category_id, state, lga, condition, price_type, min_price, max_price)
    select id, user_id, anchor, query, coalesce(category_id, 0), coalesce(state, ''), coalesce(lga, ''), condition, price_type, min_price, max_price
    from saved_searches, unnest(anchors) as anchor`)
  await writer.query('vacuum analyze saved_searches, search_anchors, users')
  const { rows: made } = await writer.query<{ searches: number; anchors: number; mb: number }>(`
    select (select count(*) from saved_searches) as searches, (select count(*) from search_anchors) as anchors,
      pg_total_relation_size('saved_searches') / 1e6 + pg_total_relation_size('search_anchors') / 1e6 as mb`)
  console.log(
    `${made[0]?.searches} saved searches of ${people} people, ${made[0]?.anchors} anchors, ${Math.round(made[0]?.mb ?? 0)} MB, made in ${Math.round((performance.now() - started) / 1000)} s`,
  )
}

/** Publishes a listing of the marketplace anew; resolves with its id when it is committed. */
async function publish(): Promise<number> {
  const { rows } = await writer.query<{ id: number }>({
    name: 'publish',
    text: `insert into listings (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos)
      select $2, category_id, title, description, price, price_type, condition, state, lga, photos from listings where id = $1
      returning id`,
    values: [pick(samples).id, between(1, 1000)],
  })
  return rows[0]?.id ?? 0
}

/** Processes news while listings are published at a fixed rate; prints the latencies. */
async function measureTelling(): Promise<void> {
  const waiting = new Map<number, number>()
  const delays: number[] = []
  const run = async (jobs: Jobs) => {
    const isFull = await processListingNews({ db: pool.db, jobs })
    const now = performance.now()
    const { rows } = await pool.pg.query<{ id: number }>(
      'select id from unnest($1::integer[]) as id where not exists (select from listing_news where listing_id = id)',
      [[...waiting.keys()]],
    )
    for (const { id } of rows) {
      delays.push(now - (waiting.get(id) ?? now))
      waiting.delete(id)
    }
    return isFull
  }
  await pool.pg.query('select')
  // Nothing is sent from here: jobs are not needed.
  const stop = startLoops([{ name: 'listing-news', channel: 'listing_news', everyMs: 5000, run }], {
    jobs: {} as Jobs,
    database: pool,
    onError(error) {
      throw error
    },
  })
  const { rows: backends } = await writer.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const pids = backends.map(({ pid }) => pid)
  const before = backendTime(pids)
  const started = performance.now()
  const total = Number(perSecond) * Number(seconds)
  // As a server does after its commits (Jobs.wakeLoop).
  const waking = setInterval(() => void writer.query('notify listing_news'), 250)
  for (let index = 0; index < total; index += 1) {
    const due = started + (index * 1000) / Number(perSecond)
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    waiting.set(await publish(), performance.now())
  }
  const published = (performance.now() - started) / 1000
  while (waiting.size > 0) await sleep(50)
  clearInterval(waking)
  const spent = backendTime(pids) - before
  await stop()
  const at = (share: number) => `${Math.round(percentile(delays, share))} ms`
  const { rows } = await writer.query<{ matches: number; notifications: number; most: number }>(`
    select (select count(*) from search_matches) as matches, (select count(*) from notifications) as notifications,
      (select max(count) from (select count(*) from search_matches group by listing_id) c) as most`)
  console.log(`${total} listings published in ${published.toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`)
  console.log(
    `${rows[0]?.matches} matches (${(Number(rows[0]?.matches) / total).toFixed(1)} a listing, ${rows[0]?.most} at most), ${rows[0]?.notifications} notifications`,
  )
  console.log(`from publishing to the notification: p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`)
  console.log(`PostgreSQL's processor time of the loop: ${(spent / total).toFixed(2)} ms a listing`)
}

/** What noting the news adds to publishing one listing: blocks of listings with the trigger and without, in turns. */
async function measurePublishing(): Promise<void> {
  const { rows } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  const block = 50
  const spent = { with: [] as [number, number][], without: [] as [number, number][] }
  for (let turn = 0; turn < 20; turn += 1)
    for (const kind of ['with', 'without'] as const) {
      await writer.query(
        `alter table listings ${kind === 'with' ? 'enable' : 'disable'} trigger listings_news_insert`,
      )
      await publish()
      const [started, processor] = [performance.now(), backendTime([pid])]
      for (let index = 0; index < block; index += 1) await publish()
      spent[kind].push([(performance.now() - started) / block, (backendTime([pid]) - processor) / block])
    }
  await writer.query('alter table listings enable trigger listings_news_insert')
  for (const kind of ['with', 'without'] as const) {
    const [wall, processor] = [0, 1].map((part) => median(spent[kind].map((pair) => pair[part] ?? 0)))
    console.log(
      `publishing ${kind} the trigger: ${wall?.toFixed(2)} ms, processor time ${processor?.toFixed(2)} ms (medians of 20 blocks of ${block})`,
    )
  }
}

await measureTelling()
await measurePublishing()
await writer.query('truncate saved_searches, search_matches, notifications, listing_news cascade')
await writer.query("delete from users where username like 'searcher\\_%'")
await writer.end()
await pool.close()
await marketplace.stop()
