import { isStatementTimeout } from '#server/db/failures.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Milliseconds that one statement of a search may take: a safety net far above what searches take, except on a disk that nothing
 * has been read from. With `countTimeoutMs` before it, it ends within what a request may take (`timeouts.request`).
 */
export const statementTimeoutMs = 5000
/** Of a statement that counts all matches: the page can be shown without its total. */
export const countTimeoutMs = 1500

/** Null where a statement ran into its timeout. */
export async function nullOnTimeout<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (isStatementTimeout(error)) return null
    throw error
  })
}

/** Throws UNAVAILABLE with advice where a statement ran into its timeout. */
export async function unavailableOnTimeout<T>(search: Promise<T>): Promise<T> {
  try {
    return await search
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    throw new AppError('UNAVAILABLE', 'This search took too long. Please add a word or a filter.', {
      retryAfter: 5,
    })
  }
}
