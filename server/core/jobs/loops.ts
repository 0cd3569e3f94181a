import { setTimeout as sleep } from 'node:timers/promises'
import { listenToChannel } from '#server/db/channel-listener.ts'
import type { Pool } from '#server/db/pool.ts'
import { runInContext } from '#server/lib/request-context.ts'
import type { Jobs, LoopChannel } from './jobs.ts'

/** Work that cannot wait for a minute. Every process with jobs runs it, concurrently. */
export interface Loop {
  name: string
  /** Its notifications start the next round (`Jobs.wakeLoop`); without one the loop goes by the clock alone. */
  channel?: LoopChannel
  /** Milliseconds between two rounds without notifications, which are lost while no connection listens. */
  everyMs: number
  /** Milliseconds after a round that failed; 5000 by default. */
  backoffMs?: number
  /** One round. Resolves to whether there may be more work: the next round then starts at once. */
  run(jobs: Jobs): Promise<boolean>
}

/** Milliseconds from the first wake-up to what it starts; later ones join it. So a busy channel starts at most four rounds a second. */
const coalesceMs = 250

/** Collects wake-ups for `coalesceMs`, then wakes each name once: under load a worker then fetches many jobs at once. */
export function batchWakeUps(wake: (name: string) => void): (name: string) => void {
  const named = new Set<string>()
  return (name) => {
    if (named.size === 0) {
      const wakeAll = () => {
        const all = [...named]
        named.clear()
        for (const one of all) wake(one)
      }
      setTimeout(wakeAll, coalesceMs).unref()
    }
    named.add(name)
  }
}

interface LoopServices {
  jobs: Jobs
  database: Pick<Pool, 'pg'>
  /** Called after each round, in its context, also after one that failed: a part of its work may be committed. */
  announce?: (() => void) | undefined
  onError(error: Error): void
}

/** Runs the loops until the returned function is called, which resolves when the running rounds have ended. */
export function startLoops(
  loops: Loop[],
  { jobs, database, announce, onError }: LoopServices,
): () => Promise<void> {
  const stopping = new AbortController()

  async function repeat({ name, channel, everyMs, backoffMs = 5000, run }: Loop): Promise<void> {
    let notified = new AbortController()
    const wake = batchWakeUps(() => notified.abort())
    const listener =
      channel &&
      listenToChannel(database.pg, channel, { message: wake, connect: () => wake(''), error: onError })
    while (!stopping.signal.aborted) {
      // Before the round: a notification that arrives during it starts another one.
      notified = new AbortController()
      const delay = await runInContext(name, () => run(jobs).finally(announce)).then(
        (isFull) => ({ ms: isFull ? 0 : everyMs, signals: [stopping.signal, notified.signal] }),
        (error) => {
          onError(error as Error)
          return { ms: backoffMs, signals: [stopping.signal] }
        },
      )
      const signal = AbortSignal.any(delay.signals)
      if (delay.ms > 0) await sleep(delay.ms, undefined, { ref: false, signal }).catch(() => undefined)
    }
    await listener?.close()
  }

  const rounds = loops.map(repeat)
  return async () => {
    stopping.abort()
    await Promise.all(rounds)
  }
}
