import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Db } from '../../db/pool.ts'
import { findDueQueues } from './jobs.db.ts'
import { pollDueMs } from './queues.ts'

/** A worker of pg-boss. */
export interface QueueWorker {
  id: string
  queue: string
}

/**
 * Wakes the workers of queues with due jobs, which no notification announced: retries, postponed pushes, and every job if notifications
 * are lost. One statement for all queues instead of one for each worker. Returns the function that stops it.
 */
export function wakeWhenDue({
  boss,
  db,
  workers,
  onError,
}: {
  boss: Pick<PgBoss, 'notifyWorker'>
  db: Db
  workers: readonly QueueWorker[]
  onError(error: Error): void
}): () => Promise<void> {
  const stopping = new AbortController()
  const queues = [...new Set(workers.map(({ queue }) => queue))]

  async function wake(): Promise<void> {
    const due = await findDueQueues(db, queues)
    for (const { id, queue } of workers) if (due.has(queue)) boss.notifyWorker(id)
  }

  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await wake().catch(onError)
      await sleep(pollDueMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return () => {
    stopping.abort()
    return ended
  }
}
