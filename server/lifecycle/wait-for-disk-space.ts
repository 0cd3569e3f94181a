import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull } from '../db/failures.ts'
import type { Shutdown } from './shutdown.ts'

/** Milliseconds between two attempts: the first delay, doubled up to the longest. */
const backoff = { first: 500, max: 10_000 }

/**
 * Runs a step of the start, and retries it while the disk is full: a process that ended would be restarted by
 * the service manager until that gives up. Reports it once. Throws other errors, and Interrupted if a stop is
 * requested.
 */
export async function waitForDiskSpace<T>(
  { closing, report }: { closing: Shutdown; report(line: string): void },
  step: () => Promise<T>,
): Promise<T> {
  for (let delay = backoff.first, isReported = false; ; delay = Math.min(delay * 2, backoff.max)) {
    try {
      const done = await step()
      if (isReported) report('There is space again.')
      return done
    } catch (error) {
      closing.check()
      if (!isDiskFull(error)) throw error
      if (!isReported) report(`The disk is full: ${(error as Error).message}`)
      if (!isReported) report('Oja waits and continues by itself as soon as there is space.')
      isReported = true
      await sleep(delay)
      closing.check()
    }
  }
}
