import { setTimeout as sleep } from 'node:timers/promises'
import { runInContext } from '#server/lib/request-context.ts'

/** Work that looks for something to do about once a second. Every process with jobs runs it, at the same time. */
export interface Loop<Jobs> {
  name: string
  /** Between two rounds. */
  everyMs: number
  /** Milliseconds after a round that failed; 5000 by default. */
  restMs?: number
  /** One round. Resolves to whether there may be more to do: the next round then follows at once. */
  run(jobs: Jobs): Promise<boolean>
}

/** Runs the loops until the returned function is called, which resolves when the running rounds have ended. */
export function startLoops<Jobs>(
  loops: Loop<Jobs>[],
  jobs: Jobs,
  onError: (error: Error) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const rounds = loops.map(async ({ name, everyMs, restMs = 5000, run }) => {
    while (!signal.aborted) {
      const wait = await runInContext(name, () => run(jobs)).then(
        (isFull) => (isFull ? 0 : everyMs),
        (error) => {
          onError(error as Error)
          return restMs
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
