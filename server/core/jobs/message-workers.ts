import type { PgBoss } from 'pg-boss'
import type { Pool } from '../../db/pool.ts'
import type { createDelivery } from './deliver-jobs.ts'
import { findDueQueues } from './jobs.db.ts'
import type { Loop } from './loops.ts'
import { messageQueues, pollDueMs, polling, type QueuePayload } from './queues.ts'

interface Services {
  boss: PgBoss
  database: Pool
  deliverJob: ReturnType<typeof createDelivery>
}

/** The workers that deliver messages, and the loop that wakes them. */
export function createMessageWorkers({ boss, database, deliverJob }: Services) {
  /** Ids of pg-boss' workers, by queue. */
  const workersOf = new Map<string, string[]>()

  /** Sequentially, so that mails written to files keep the order in which they were enqueued. */
  async function drainQueue<Q extends keyof QueuePayload>(queue: Q): Promise<void> {
    for (;;) {
      const [job] = await boss.fetch<QueuePayload[Q]>(queue)
      if (!job) return
      const { id, status, output } = await deliverJob(queue, job)
      if (status === 'failed') await boss.fail(queue, id, output as object)
    }
  }

  /**
   * Wakes the workers of queues with jobs that no notification announced: retries, postponed pushes, and every job if notifications are
   * lost. One statement for all queues instead of one for each worker.
   */
  const dueJobs: Loop = {
    name: 'due jobs',
    everyMs: pollDueMs,
    async run() {
      const due = await findDueQueues(database.db, messageQueues)
      for (const queue of due) for (const id of workersOf.get(queue) ?? []) boss.notifyWorker(id)
      return false
    },
  }

  return {
    dueJobs,
    /** Adds a worker to a queue. */
    async start<Q extends keyof QueuePayload>(queue: Q): Promise<void> {
      const options = { ...polling, batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const
      const id = await boss.work<QueuePayload[Q], unknown, typeof options>(queue, options, (jobs) =>
        Promise.all(jobs.map((job) => deliverJob(queue, job))),
      )
      workersOf.set(queue, [...(workersOf.get(queue) ?? []), id])
    },
    /** pg-boss was stopped, and its workers with it. */
    forget: () => workersOf.clear(),
    async drain(): Promise<void> {
      for (const queue of messageQueues) await drainQueue(queue)
    },
  }
}
