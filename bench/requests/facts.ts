import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { Random } from '#server/demo/random.ts'
import { type Words, wordsOf } from './listing-words.ts'

/** A public listing that requests are made from. */
export interface Sample {
  id: number
  category: number
  state: string
  lga: string
  condition: string
  priceType: string
  /** Kobo. */
  price: number
  title: string
  description: string
}

/** The content of the marketplace, so that requests match existing data. */
export interface Facts {
  /** All listings, hidden ones included. */
  listings: number
  samples: Sample[]
  words: Words
}

const sampleSize = 20_000

/** Reads a sample of the listings and of their words; the same for the same database. */
export async function readFacts(db: Db, random: Random): Promise<Facts> {
  const { rows: ends } = await sql<{ first: number; last: number }>`
    select min(id) as first, max(id) as last from listings`.execute(db)
  const { first, last } = ends[0] ?? {}
  if (!first || !last) throw new Error('This marketplace has no listings to ask for.')
  const { rows: counts } = await sql<{ count: number }>`select count(*) as count from listings`.execute(db)
  random.begin(1000, 0)
  const span = last - first + 1
  const ids =
    span <= sampleSize
      ? Array.from({ length: span }, (_, index) => first + index)
      : Array.from({ length: sampleSize }, () => first + random.below(span))
  const samples = await readSamples(db, ids)
  return { listings: counts[0]?.count ?? 0, samples, words: wordsOf(samples) }
}

async function readSamples(db: Db, ids: number[]): Promise<Sample[]> {
  return db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.seller_id')
    .select([
      'l.id',
      'l.category_id as category',
      'l.state',
      'l.lga',
      'l.condition',
      'l.price_type as priceType',
      'l.price',
      'l.title',
      'l.description',
    ])
    .where(sql<boolean>`l.id in (select unnest(${ids}::integer[]))`)
    .where('l.status', '=', 'ACTIVE')
    .where('l.deleted_at', 'is', null)
    .where('u.banned_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.deletion_due_at', 'is', null)
    .orderBy('l.id')
    .execute()
}
