import type { Db } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'

/** Milliseconds, as in search.db.ts. */
const longest = 3000
/** The last sign that there is. */
const afterAllSigns = '\u{10ffff}'

/** A text as search sees it: plain lower-case letters and digits (0002_search.sql). */
export async function normaliseText(db: Db, text: string): Promise<string> {
  const rows = await readPrepared<{ normal: string }>(db, {
    text: 'select search_normal($1) as normal',
    values: [text],
  })
  return rows[0]?.normal ?? ''
}

/** The words of all listings that begin so, by the alphabet of their bytes. */
export async function findWordsFrom(db: Db, beginning: string, limit: number): Promise<string[]> {
  const rows = await readPrepared<{ word: string }>(db, {
    text: 'select word from search_words where word >= $1 and word < $2 order by word limit $3',
    values: [beginning, `${beginning}${afterAllSigns}`, limit],
  })
  return rows.map(({ word }) => word)
}

/** How many public listings each tsquery finds; counting stops at `cap`. */
export async function countHits(db: Db, tsqueries: string[], cap: number): Promise<number[]> {
  const text = `select (select count(*) from (
      select from listing_search s where search_document(s.id) @@ q.query::tsquery limit $2
    ) hit) as hits
    from unnest($1::text[]) with ordinality as q (query, position) order by q.position`
  const rows = await readPrepared<{ hits: number }>(
    db,
    { text, values: [tsqueries, cap] },
    { limit: longest },
  )
  return rows.map(({ hits }) => hits)
}

/** Words of titles that look like a mistyped one, the most alike first. */
export async function findSimilarWords(db: Db, typed: string, limit: number): Promise<string[]> {
  const rows = await readPrepared<{ word: string }>(
    db,
    { text: 'select word from search_similar_words($1, $2) as word', values: [typed, limit] },
    { limit: longest },
  )
  return rows.map(({ word }) => word)
}
