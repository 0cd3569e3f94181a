import { setTimeout as sleep } from 'node:timers/promises'
import { runInContext } from '#server/lib/request-context.ts'
import type { Jobs } from './jobs.ts'

/** Periodic work of about once a second. Every process with jobs runs it, concurrently. */
export interface Loop {
  name: string
  /** Milliseconds between two rounds. */
  everyMs: number
  /** Milliseconds after a round that failed; 5000 by default. */
  backoffMs?: number
  /** One round. Resolves to whether there may be more work: the next round then starts at once. */
  run(jobs: Jobs): Promise<boolean>
}

/** Runs the loops until the returned function is called, which resolves when the running rounds have ended. */
export function startLoops(loops: Loop[], jobs: Jobs, onError: (error: Error) => void): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const rounds = loops.map(async ({ name, everyMs, backoffMs = 5000, run }) => {
    while (!signal.aborted) {
      const wait = await runInContext(name, () => run(jobs)).then(
        (isFull) => (isFull ? 0 : everyMs),
        (error) => {
          onError(error as Error)
          return backoffMs
        },
      )
      if (wait > 0) await sleep(wait, undefined, { ref: false, signal }).catch(() => undefined)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(rounds)
  }
}
