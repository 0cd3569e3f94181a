import { setTimeout as sleep } from 'node:timers/promises'
import { isConflict } from './failures.ts'

/** A conflict that recurs this often is no accident; it is thrown. */
const maxAttempts = 5
/**
 * Milliseconds, doubled with each attempt and shortened at random, so that the same two transactions do not
 * meet again.
 */
const baseDelay = 20

/** Retries work that PostgreSQL rolled back because of a conflict. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error
    }
    await sleep(baseDelay * 2 ** attempt * Math.random())
  }
}
