import type { PgBoss, QueuePolicy } from 'pg-boss'
import type { Logger } from '../log/log.ts'
import { jobDuration } from '../observe/metrics.ts'
import type { Jobs, Schedule } from './jobs.ts'
import { heartbeatSeconds, inJobContext, schedulePolling } from './queues.ts'

/** Creates a queue whose enqueued jobs wake the workers. */
export async function openQueue(boss: PgBoss, name: string, policy: QueuePolicy): Promise<void> {
  await boss.createQueue(name, { policy, notify: true })
  // Earlier versions created it without `notify`.
  await boss.updateQueue(name, { notify: true })
}

export async function startSchedule(
  boss: PgBoss,
  { name, cron, run }: Schedule,
  services: Jobs,
  logger: Logger | undefined,
): Promise<void> {
  await openQueue(boss, name, 'singleton')
  await boss.schedule(name, cron, null, {
    retryLimit: 1,
    retryDelay: 60,
    deleteAfterSeconds: 86_400,
    // No other run begins while one counts as active.
    heartbeatSeconds,
  })
  await boss.work(name, schedulePolling, async ([job]) => {
    const id = job?.id ?? name
    const done = jobDuration.startTimer({ queue: name })
    try {
      await inJobContext(name, id, {}, () => run(services))
      done({ result: 'done' })
    } catch (error) {
      done({ result: 'failed' })
      logger?.error({ queue: name, jobId: id, err: error }, 'recurring work failed')
      throw error
    }
  })
}
