import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'
import { statementTimeoutMs } from './time-limit.ts'

const Normal = z.strictObject({ normal: z.string() })
const Hits = z.strictObject({ hits: z.number() })
const Word = z.strictObject({ word: z.string() })

/** A text as search compares it: lower-case letters without accents, and digits (`search_normal` of 0002_search.sql). */
export async function normaliseText(db: Db, text: string): Promise<string> {
  const rows = await readPrepared(db, {
    shape: Normal,
    text: 'select search_normal($1) as normal',
    values: [text],
  })
  return rows[0]?.normal ?? ''
}

/** How many public listings each tsquery finds; counting stops at `cap`, a constant. */
export async function countHits(db: Db, tsqueries: string[], cap: number): Promise<number[]> {
  const text = `select (select count(*) from (
      select from listing_search s where search_document(s.id) @@ q.query::tsquery limit ${cap}
    ) hit) as hits
    from jsonb_array_elements_text($1::jsonb) with ordinality as q (query, position) order by q.position`
  const rows = await readPrepared(
    db,
    { shape: Hits, text, values: [JSON.stringify(tsqueries)] },
    { limit: statementTimeoutMs },
  )
  return rows.map(({ hits }) => hits)
}

/** Words of titles that are similar to a mistyped one by their trigrams, the most similar first. */
export async function findSimilarWords(db: Db, typed: string, limit: number): Promise<string[]> {
  const rows = await readPrepared(
    db,
    { shape: Word, text: 'select word from search_similar_words($1, $2) as word', values: [typed, limit] },
    { limit: statementTimeoutMs },
  )
  return rows.map(({ word }) => word)
}
