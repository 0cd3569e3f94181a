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

/** `announce` is called after each run, in its context, also after one that failed: a part of its work may be committed. */
export async function startSchedule(
  boss: PgBoss,
  { name, cron, run }: Schedule,
  { jobs, announce, logger }: { jobs: Jobs; announce?: (() => void) | undefined; logger: Logger | undefined },
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
      await inJobContext(name, id, {}, () => run(jobs).finally(announce))
      done({ result: 'done' })
    } catch (error) {
      done({ result: 'failed' })
      logger?.error({ queue: name, jobId: id, err: error }, 'recurring work failed')
      throw error
    }
  })
}
