/**
 * Fills an empty database with a repeatable marketplace: `node bench/generate-listings.ts <database URL> [listings]`.
 * 100,000 listings unless told; needs an owner of the tables.
 */
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { copyRows } from './copy-rows.ts'
import { generateListings } from './marketplace.ts'

const [url, howMany = '100000'] = process.argv.slice(2)
if (!url) throw new Error('Say which database: node bench/generate-listings.ts <database URL> [listings]')
const count = Number(howMany)
const sellers = Math.max(100, Math.round(count / 20))

const started = performance.now()
const say = (text: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${text}`)

const pool = openPool(url, { max: 1 })
await migrate(pool.db)
await pool.close()

const client = new pg.Client({ connectionString: url })
await client.connect()
const { rows: taken } = await client.query('select from listings limit 1')
if (taken.length > 0) throw new Error('This database has listings already: give an empty one.')

await copyRows(client, 'users (email, username, full_name, phone, password_hash, email_verified_at)', users())
say(`${sellers} sellers`)

// The search table is filled in one go below, and its indexes are built over it, rather than row by row.
const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index where indrelid = 'listing_search'::regclass and not indisprimary`)
await client.query('alter table listings disable trigger listings_search')
for (const index of indexes) await client.query(`drop index ${index.name}`)
await copyRows(
  client,
  'listings (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos, status, created_at, featured_until)',
  listings(),
)
await client.query('alter table listings enable trigger listings_search')
say(`${count} listings`)

await fillSearch(2)
say('search table')
await client.query(`
  insert into search_vocabulary (word)
  select substr(word, 2) from ts_stat('select document from listing_search') where word ~ '^=[a-z]{3,30}$'
  on conflict do nothing`)
say('vocabulary')
await client.query(`set maintenance_work_mem = '512MB'`)
for (const index of indexes) await client.query(index.definition)
say('indexes')
await client.query('vacuum analyze')
say('vacuum analyze')
await client.end()

function* users() {
  for (let n = 1; n <= sellers; n += 1)
    yield [`seller${n}@example.com`, `seller_${n}`, `Seller ${n}`, `+2340000${n}`, 'no password', new Date(0)]
}

function* listings() {
  for (const l of generateListings(count, sellers))
    yield [
      l.sellerId,
      l.categoryId,
      l.title,
      l.description,
      l.price,
      l.priceType,
      l.condition,
      l.state,
      l.lga,
      JSON.stringify([{ url: '/media/photos/bench.webp', width: 1600, height: 1200, placeholder: null }]),
      l.status,
      l.createdAt,
      l.featuredUntil,
    ]
}

/** Works out the search rows on several connections at once: finding the words takes the time. */
async function fillSearch(connections: number): Promise<void> {
  const part = Math.ceil(count / connections)
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const worker = new pg.Client({ connectionString: url })
      await worker.connect()
      await worker.query(
        'insert into listing_search select * from listing_search_source where id between $1 and $2',
        [index * part + 1, (index + 1) * part],
      )
      await worker.end()
    }),
  )
}
