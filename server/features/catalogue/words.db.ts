import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

/** A text as search sees it: plain lower-case letters and digits (0002_search.sql). */
export async function normaliseText(db: Db, text: string): Promise<string> {
  const { rows } = await sql<{ normal: string }>`select search_normal(${text}) as normal`.execute(db)
  return rows[0]?.normal ?? ''
}

/** How many public listings each tsquery finds; counting stops at `cap`. */
export async function countHits(db: Db, tsqueries: string[], cap: number): Promise<number[]> {
  const { rows } = await sql<{ hits: number }>`
    select (select count(*) from (
      select from listing_search s where s.document @@ q.query::tsquery limit ${cap}
    ) hit) as hits
    from unnest(${tsqueries}::text[]) with ordinality as q (query, position) order by q.position`.execute(db)
  return rows.map(({ hits }) => hits)
}

/** Words of titles that look like a mistyped one, the most alike first. */
export async function findSimilarWords(db: Db, typed: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_similar_words(${typed}, ${limit}) as word`.execute(db)
  return rows.map(({ word }) => word)
}

/**
 * Runs reads under a time limit, in one transaction on one connection; PostgreSQL cancels a statement that takes longer
 * (error 57014).
 */
export async function withTimeLimit<T>(
  db: Db,
  milliseconds: number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(tx)
    return work(tx)
  })
}
