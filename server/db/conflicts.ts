import { setTimeout as sleep } from 'node:timers/promises'
import { isConflict } from './failures.ts'

/** A conflict that comes back this often is no accident, and the caller had better hear of it. */
const mostTries = 5
/** Milliseconds; doubled with each try, and shortened by chance, so that the same two do not meet again. */
const firstPause = 20

/** Runs again what PostgreSQL undid as a whole for the sake of others. */
export async function againAtConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error
    }
    await sleep(firstPause * 2 ** tries * Math.random())
  }
}
