import type { Db } from '#server/db/pool.ts'
import { AppError } from '#shared/errors.ts'
import { normaliseLatin } from './search-normal.ts'
import { wordsOf } from './search-query.ts'
import { normaliseText } from './words.db.ts'

/** The words that a search text holds; none where it has neither letters nor digits. */
export async function readWords(db: Db, text: string): Promise<string[]> {
  return wordsOf(normaliseLatin(text) ?? (await normaliseText(db, text)))
}

/** Turns a statement that PostgreSQL was told to give up into UNAVAILABLE with advice. */
export async function adviseIfTooLong<T>(search: Promise<T>): Promise<T> {
  try {
    return await search
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error
    throw new AppError('UNAVAILABLE', 'This search took too long. Please add a word or a filter.', {
      retryAfter: 5,
    })
  }
}
