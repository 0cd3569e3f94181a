import type { Db } from '#server/db/pool.ts'
import { AppError } from '#shared/errors.ts'
import { normaliseLatin } from './search-normal.ts'
import { wordsOf } from './search-query.ts'
import { normaliseText } from './words.db.ts'

/** The words that a search text holds; none where it has neither letters nor digits. */
export async function readWords(db: Db, text: string): Promise<string[]> {
  return wordsOf(normaliseLatin(text) ?? (await normaliseText(db, text)))
}

/** Whether PostgreSQL was told to give up. */
const tookTooLong = (error: unknown) => (error as { code?: string }).code === '57014'

/** What the work comes to, or null where PostgreSQL was told to give up. */
export async function unlessTooLong<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (tookTooLong(error)) return null
    throw error
  })
}

/** Turns a statement that PostgreSQL was told to give up into UNAVAILABLE with advice. */
export async function adviseIfTooLong<T>(search: Promise<T>): Promise<T> {
  try {
    return await search
  } catch (error) {
    if (!tookTooLong(error)) throw error
    throw new AppError('UNAVAILABLE', 'This search took too long. Please add a word or a filter.', {
      retryAfter: 5,
    })
  }
}
