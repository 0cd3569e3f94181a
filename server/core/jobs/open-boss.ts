import { PgBoss } from 'pg-boss'
import { listenToChannel } from '#server/db/channel-listener.ts'
import { timeouts as databaseTimeouts } from '#server/db/timeouts.ts'
import { withBudget } from '#server/lib/request-context.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import type { Pool } from '../../db/pool.ts'
import { batchWakeUps } from './loops.ts'
import { messageQueues } from './queues.ts'
import { openQueue } from './schedule-runner.ts'

/**
 * Starts pg-boss in the database schema `pgboss`, which it creates if needed, with the queues of messages. `workers`: whether this process
 * works on jobs, or only enqueues them.
 */
export async function openBoss(
  database: Pool,
  { workers, onError }: { workers: boolean; onError: (error: Error) => void },
): Promise<PgBoss> {
  const boss = new PgBoss({
    schema: 'pgboss',
    // Short limits and several connections: queries of a PostgreSQL that does not respond must not occupy all
    // connections.
    db: {
      executeSql: (text, values) =>
        withBudget(new WaitBudget(databaseTimeouts.request), () => database.pg.query(text, values)),
      listen: async (channel, wake, connect) =>
        listenToChannel(database.pg, channel, { message: batchWakeUps(wake), connect, error: onError }),
    },
    useListenNotify: workers,
    supervise: workers,
    schedule: workers,
    // No job of Oja waits for another.
    flowIntervalSeconds: 3600,
  })
  boss.on('error', onError)
  await boss.start()
  for (const queue of messageQueues) {
    // `short`: at most one waiting push per device and notification.
    await openQueue(boss, queue, queue === 'push' ? 'short' : 'standard')
    // Loads the queue's table name into pg-boss, so that `enqueue` needs no second connection inside a
    // transaction.
    await boss.findJobs(queue, { key: 'none' })
  }
  return boss
}
