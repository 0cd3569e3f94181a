import type { Db } from '#server/db/pool.ts'
import { AppError } from '#shared/errors.ts'
import { wordsOf } from './search-query.ts'
import { normaliseText, withTimeLimit } from './words.db.ts'

/** Milliseconds that one statement of a search may take: a safety net far above what searches take. */
const longest = 3000

/** The words that a search text holds; none where it has neither letters nor digits. */
export async function readWords(db: Db, text: string): Promise<string[]> {
  return wordsOf(await normaliseText(db, text))
}

/** Runs a search under the time limit; throws UNAVAILABLE with advice when it takes longer. */
export async function withinTimeLimit<T>(
  db: Db,
  search: (db: Db) => Promise<T>,
  milliseconds = longest,
): Promise<T> {
  try {
    return await withTimeLimit(db, milliseconds, search)
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error
    throw new AppError('UNAVAILABLE', 'This search took too long. Please add a word or a filter.', {
      retryAfter: 5,
    })
  }
}
