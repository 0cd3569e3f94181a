import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerHandle } from './worker-handle.ts'

/** A slot that always has one worker: one that dies is replaced. */
export interface WorkerSlot {
  /** Resolves with the port when its first worker listens; rejects if that ends at its start. */
  serving: Promise<number>
  worker(): WorkerHandle
  /**
   * Ends its worker gracefully; resolves with its exit code or signal. `renewed`: another worker has replaced
   * it.
   */
  close(renewed: boolean): Promise<number | string>
}

interface Options {
  fork(): WorkerHandle
  /** Whether the first worker is replaced too if it ends at its start. Otherwise the slot is closed. */
  retriesFirstStart: boolean
  /** Called for each worker that ended, requested or not. */
  onEnded(worker: WorkerHandle, how: number | string, unexpected: boolean): Promise<void> | void
}

/**
 * Milliseconds: the delays before another attempt, doubling; and the time that a worker must serve before
 * they start over.
 */
const backoff = { first: 100, max: 10_000 }
const stableAfter = 10_000

export function openWorkerSlot({ fork, retriesFirstStart, onEnded }: Options): WorkerSlot {
  const closing = new AbortController()
  let worker = fork()
  const serving = worker.serving
  const ended = superviseWorkers()

  async function superviseWorkers(): Promise<number | string> {
    const isStarted =
      retriesFirstStart ||
      (await serving.then(
        () => true,
        () => false,
      ))
    let delay = 0
    for (;;) {
      const since = performance.now()
      const how = await worker.ended
      const unexpected = !closing.signal.aborted
      await onEnded(worker, how, unexpected && isStarted)
      if (!unexpected || !isStarted) return how
      // A worker that ran for `stableAfter` is replaced at once: others serve meanwhile.
      const diedSoon = performance.now() - since < stableAfter
      delay = diedSoon ? Math.min(delay * 2 || backoff.first, backoff.max) : 0
      await sleep(delay, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return 0
      worker = fork()
    }
  }

  return {
    serving,
    worker: () => worker,
    async close(renewed) {
      closing.abort()
      await worker.end(renewed)
      return ended
    },
  }
}
