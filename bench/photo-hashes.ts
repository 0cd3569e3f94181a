import { Kysely, PostgresDialect, sql } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openPool } from '#server/db/pool.ts'
import { findCopiedPhotos } from '#server/features/moderation/photo-copies.service.ts'
import { compareWithListings } from '#server/features/uploads/similar-photos.db.ts'
import { percentile } from './report/statistics.ts'

/**
 * Measures the search for copied photos among millions, at upload and at publishing, in an empty database that it fills:
 * `node bench/photo-hashes.ts <database URL> [millions of photos]`; docs/trust.md has the figures.
 * One photo in ten is a near copy of one of a thousand that very many listings have. The photos came in the course of a year.
 */
const [url, millions = '1'] = process.argv.slice(2)
if (!url)
  throw new Error('Say which database: node bench/photo-hashes.ts <database URL> [millions of photos]')
const count = Math.round(Number(millions) * 1_000_000)
const uploads = 200
const listings = Math.ceil(count / 50)

const pool = openPool(url, { max: 1, withoutTimeouts: true })
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool.pg }) })
await migrate(db)

console.log(`filling ${count} photos`)
await sql`insert into users (email, username, full_name, phone, password_hash)
  select 's' || n || '@example.com', 's' || n, 'S', '+2348' || n, 'x' from generate_series(1, 1000) n
  on conflict do nothing`.execute(db)
// Triggers and foreign keys work row by row; the measured look-up does not need them.
await sql`set session_replication_role = replica`.execute(db)
await sql`insert into listings
    (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos, status)
  select (select min(id) from users) + n % 1000, 1, 'A listing', 'A listing with many photos, for a measurement.', 100, 'FIXED', 'USED', 'Lagos', 'Ikeja', '[]', 'SOLD'
  from generate_series(1, ${sql.lit(listings)}) n`.execute(db)
await sql`insert into uploads (id, url, width, height, placeholder, hash)
  select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '/media/photos/' || n, 1, 1, '',
    case when n % 10 = 0 then hashint8extended(n % 1000, 2) # (1::bigint << (n % 63)) else hashint8extended(n, 1) end
  from generate_series(1, ${sql.lit(count)}) n`.execute(db)
// Written row by row, the indexes take ten times as long.
const { rows: indexes } = await sql<{ name: string; definition: string }>`
  select indexname as name, indexdef as definition from pg_indexes
  where tablename = 'photo_hashes' and indexname like '%\\_idx'`.execute(db)
for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
await sql`insert into photo_hashes (listing_id, seller_id, upload_id, hash, added_on)
  select l.id, l.seller_id, u.id, u.hash, current_date - abs(hashint8(u.hash) % 365)
  from uploads u join listings l on l.id = (select min(id) from listings) + (('x' || right(u.id::text, 8))::bit(32)::int % ${sql.lit(listings)})
  where u.hash is not null`.execute(db)
for (const { definition } of indexes) await sql.raw(definition).execute(db)
await sql`set session_replication_role = origin`.execute(db)
await sql`vacuum analyze photo_hashes`.execute(db)
await sql`analyze listings, uploads`.execute(db)

// As many probes as hashPhoto makes.
await sql`insert into uploads (id, url, width, height, placeholder, probes)
  select gen_random_uuid(), '/media/asked/' || n, 1, 1, '',
    (select array_agg(case when n % 10 = 0 and i = 1 then hashint8extended(n % 1000, 2) else hashint8extended(n * 100 + i, 3) end)
      from generate_series(1, 62) i)
  from generate_series(1, ${sql.lit(uploads)}) n on conflict do nothing`.execute(db)

const asked = Array.from({ length: uploads }, (_, n) => `/media/asked/${n + 1}`)

/** Prints what `run` takes for each of these. */
async function time<T>(what: string, all: T[], run: (each: T) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (const each of all) {
    const start = performance.now()
    await run(each)
    times.push(performance.now() - start)
  }
  const at = (share: number) => percentile(times, share).toFixed(1)
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

const publish = (photos: string[]) => findCopiedPhotos(db, 1, photos)
const tens = Array.from({ length: uploads / 10 }, (_, n) => asked.slice(n * 10, n * 10 + 10))
for (const round of ['first', 'second']) {
  await sql`delete from similar_photos`.execute(db)
  await sql`update uploads set compared_on = null where compared_on is not null`.execute(db)
  await time(`${round} round, upload of one photo`, asked, (photo) => compareWithListings(db, photo))
  await time(
    'publishing with one photo',
    asked.map((photo) => [photo]),
    publish,
  )
  await time('publishing with ten photos', tens, publish)
}
const { rows } = await sql<{ name: string; size: string }>`
  select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class where relname like 'photo\\_hashes%' or relname = 'similar_photos'`.execute(
  db,
)
console.log(rows.map(({ name, size }) => `${name}: ${size}`).join('\n'))
await db.destroy()
