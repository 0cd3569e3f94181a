import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { sameData } from '#server/db/same-data.ts'
import type { SearchSample } from './search-knowledge.ts'
import { createSample } from './search-sample.ts'

/** Listings drawn before the first search is answered. */
const atFirst = 1024
/**
 * Listings drawn in all. The larger the table, the dearer a needless count or a wrong way, and the rarer the words that matter:
 * at 10 million a sample four times as large spares counting what 21,000 listings have, instead of 38,000.
 */
const drawnOf = (rows: number) => Math.round(Math.min(65_536, Math.max(16_384, rows / 128)))
/** Listings read at once: a few milliseconds of this process. */
const atOnce = 128
/** Milliseconds after which a sample is drawn again, and after which a small table is looked at again. */
const lifetime = 600_000
const lookAgain = 60_000
/** Rows of a table that needs no sample: everything in it is quick. */
const small = 2000

interface Known {
  sample: Promise<SearchSample>
  drawnAt: number
  lifetime: number
}
const known = new WeakMap<Db, Known>()

/** The sample of a database: drawn at the first search, and anew, without anybody waiting for it, every ten minutes. */
export function searchSample(db: Db): Promise<SearchSample> {
  const now = performance.now()
  const data = sameData(db)
  const before = known.get(data)
  if (before && now - before.drawnAt < before.lifetime) return before.sample
  const entry: Known = { sample: before?.sample ?? Promise.resolve(none), drawnAt: now, lifetime: lookAgain }
  known.set(data, entry)
  const drawing = draw(db, entry)
  if (!before) entry.sample = drawing
  drawing.catch(() => known.delete(data))
  return entry.sample
}

const none: SearchSample = createSample(0, 0)

/** Resolves with a small sample; the whole one takes its place when it is complete. */
async function draw(db: Db, entry: Known): Promise<SearchSample> {
  const { rows, first, last } = await measure(db)
  if (rows < small) {
    const sample = createSample(rows, 0)
    entry.sample = Promise.resolve(sample)
    return sample
  }
  entry.lifetime = lifetime
  const inAll = drawnOf(rows)
  const sample = createSample(rows, inAll)
  const chance = Math.min(1, rows / (last - first + 1))
  const grow = async (until: number) => {
    for (let tries = 0; sample.size < until && tries < (until / atOnce) * 4; tries += 1) {
      const ids = Array.from({ length: Math.ceil(atOnce / chance) }, () =>
        Math.floor(first + Math.random() * (last - first + 1)),
      )
      for (const { lexemes, ...listing } of await readListings(db, ids))
        sample.add({ ...listing, lexemes: lexemes.split('\n') })
      await nextTurn()
    }
  }
  await grow(atFirst)
  const early = entry.sample
  void grow(inAll)
    .then(() => {
      entry.sample = Promise.resolve(sample)
    })
    // The database is going away, or what there is will do until the next time.
    .catch(() => early)
  return sample
}

async function measure(db: Db): Promise<{ rows: number; first: number; last: number }> {
  const { rows } = await sql<{ rows: number; first: number | null; last: number | null }>`
    select reltuples as rows, (select min(id) from listing_search) as first, (select max(id) from listing_search) as last
    from pg_class where oid = 'listing_search'::regclass`.execute(db)
  const [found] = rows
  return { rows: Math.max(0, found?.rows ?? 0), first: found?.first ?? 0, last: found?.last ?? 0 }
}

interface ReadListing {
  price: number
  createdAt: number
  lexemes: string
}

async function readListings(db: Db, ids: number[]): Promise<ReadListing[]> {
  const { rows } = await sql<ReadListing>`
    select s.price, extract(epoch from s.created_at)::float8 * 1000 as "createdAt",
      array_to_string(tsvector_to_array(d.document), E'\n') as lexemes
    from listing_search s join listing_documents d on d.listing_id = s.id
    where s.id = any(${ids}::integer[])`.execute(db)
  return rows
}
