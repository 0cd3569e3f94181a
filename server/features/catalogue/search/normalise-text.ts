import type { Db } from '#server/db/pool.ts'
import { wordsOf } from './query-terms.ts'
import { normaliseText } from './word-lookup.db.ts'

/** The words of a search text; none where it has neither letters nor digits. */
export async function readWords(db: Db, text: string): Promise<string[]> {
  return wordsOf(normaliseAscii(text) ?? (await normaliseText(db, text)))
}

/**
 * `search_normal` (0002_search.sql) in this process, for a text that is ASCII once its combining marks are removed, as nearly every
 * search is; null for any other, whose letters only PostgreSQL's dictionary knows.
 */
export function normaliseAscii(text: string): string | null {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  if (/[^\p{ASCII}]/u.test(plain)) return null
  return plain
    .toLowerCase()
    .replace(/['`]|(?<=\d),(?=\d{3})/g, '')
    .replace(/[^a-z0-9-]+/g, ' ')
    .replace(/(^|\s)-+|-+(?=\s|$)|-+(?=-)/g, '$1')
    .trim()
}
