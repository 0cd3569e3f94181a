import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { primaryOf } from '#server/db/replicas.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { createStatistics, type Statistics } from './statistics.ts'

/** Listings in the sample when the first search is answered. */
const firstSample = 1024
/**
 * Listings in the whole sample. The larger the table, the more a needless count or a wrong plan costs. At ten million listings this
 * sample shows from about 3,000 matches of words on that they need not be counted (`leastMatches`); a quarter of it would show that
 * from 5,500 on. Half of a small table: the closer to the whole, the more draws are in vain.
 */
const sampleSize = (rows: number) => Math.round(Math.min(rows / 2, 65_536, Math.max(16_384, rows / 128)))
/** Listings read at once: a few milliseconds of this process. */
const batchSize = 128
/** Batches read at once until the first search is answered: on a cold disk one takes half a second. */
const firstBatches = 4
/** Milliseconds until statistics are collected again, and until the size of a small table is. */
const lifetimeMs = 600_000
const smallLifetimeMs = 60_000
/** A table with fewer rows needs no sample: every plan is fast. */
export const smallTable = 2000

interface CacheEntry {
  statistics: Promise<Statistics>
  /** The primary or replica that they are read from. */
  source: Db
  collectedAt: number
  lifetimeMs: number
}
const cache = new WeakMap<Db, CacheEntry>()

/**
 * The statistics of a database: collected at the first search, and every ten minutes again while the old ones serve, longer if that
 * fails.
 */
export function readStatistics(db: Db): Promise<Statistics> {
  const now = performance.now()
  const data = primaryOf(db)
  const cached = cache.get(data)
  if (cached && now - cached.collectedAt < cached.lifetimeMs)
    return cached.source === db ? cached.statistics : cached.statistics.catch(() => readStatistics(db))
  const entry: CacheEntry = {
    statistics: cached?.statistics ?? Promise.resolve(createStatistics(0, 0)),
    source: db,
    collectedAt: now,
    lifetimeMs: smallLifetimeMs,
  }
  cache.set(data, entry)
  const collected = collect(db, entry)
  if (!cached) entry.statistics = collected
  collected.catch(() => {
    if (cached) entry.lifetimeMs = smallLifetimeMs
    else cache.delete(data)
  })
  return entry.statistics
}

/** Resolves with a small sample, and puts the whole one into the entry when it is complete. */
async function collect(db: Db, entry: CacheEntry): Promise<Statistics> {
  const { rows, firstId, lastId } = await readTableSize(db)
  if (rows < smallTable) {
    const statistics = createStatistics(rows, 0)
    entry.statistics = Promise.resolve(statistics)
    return statistics
  }
  entry.lifetimeMs = lifetimeMs
  const size = sampleSize(rows)
  const statistics = createStatistics(rows, size)
  /** The part of the ids that are rows. */
  const density = Math.min(1, rows / (lastId - firstId + 1))
  const drawn = new Set<number>()
  const growTo = async (target: number) => {
    for (let batch = 0; statistics.size < target && batch < (target / batchSize) * 4; batch += 1) {
      const ids = Array.from({ length: Math.ceil(batchSize / density) }, () =>
        Math.floor(firstId + Math.random() * (lastId - firstId + 1)),
      )
      const others = [...new Set(ids)].filter((id) => !drawn.has(id))
      for (const id of others) drawn.add(id)
      for (const { lexemes, ...listing } of await readListings(db, others))
        statistics.add({ ...listing, lexemes: lexemes.split('\n') })
      await nextTurn()
    }
  }
  const first = Math.min(firstSample, size)
  await Promise.all(Array.from({ length: firstBatches }, () => growTo(first)))
  void growTo(size)
    .then(() => {
      entry.statistics = Promise.resolve(statistics)
    })
    // The database is closing, or the sample so far serves until the next time.
    .catch(() => undefined)
  return statistics
}

const TableSize = z.strictObject({
  rows: z.number(),
  first: z.number().nullable(),
  last: z.number().nullable(),
})

async function readTableSize(db: Db): Promise<{ rows: number; firstId: number; lastId: number }> {
  const query = sql`
    select reltuples as rows, (select min(id) from listing_search) as first, (select max(id) from listing_search) as last
    from pg_class where oid = 'listing_search'::regclass`
  const [found] = await typedSql(TableSize, query).execute(db)
  return { rows: Math.max(0, found?.rows ?? 0), firstId: found?.first ?? 0, lastId: found?.last ?? 0 }
}

/** `createdAt` in milliseconds, one lexeme a line. */
const SampledListing = z.strictObject({
  id: z.number(),
  price: z.number(),
  createdAt: z.number(),
  lexemes: z.string(),
})

function readListings(db: Db, ids: number[]) {
  const query = sql`
    select s.id, s.price, extract(epoch from s.created_at)::float8 * 1000 as "createdAt",
      array_to_string(tsvector_to_array(d.document), E'\n') as lexemes
    from listing_search s join listing_documents d on d.listing_id = s.id
    where s.id = any(${ids}::integer[])`
  return typedSql(SampledListing, query).execute(db)
}
