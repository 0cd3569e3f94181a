import { setTimeout as sleep } from 'node:timers/promises'
import { withoutReconnecting } from '#server/lib/request-context.ts'
import type { Pool } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import type { DiskWatch } from '../disk/disk-watch.ts'
import type { Logger } from '../log/log.ts'
import { createMailer } from '../mail/mail.ts'
import { createSmsSender } from '../mail/sms.ts'
import { createDelivery } from './deliver-jobs.ts'
import { enqueueInto } from './enqueue-jobs.ts'
import { countWaiting, dropOtherSchedules, notifyChannel } from './jobs.db.ts'
import type { Jobs, Push, Schedule } from './jobs.ts'
import { batchWakeUps, type Loop, startLoops } from './loops.ts'
import { createMessageWorkers } from './message-workers.ts'
import { openBoss } from './open-boss.ts'
import { pauseWhileDiskFull } from './pause-while-disk-full.ts'
import { messageQueues } from './queues.ts'
import { startSchedule } from './schedule-runner.ts'

/** Milliseconds that running jobs have to end: less than the process (lifecycle/). */
const stopTimeout = 6000

/**
 * Opens the queues. Enqueues at once, processes jobs after `begin`, or with `workers: false` only in `drain`. While `disk` is full, jobs
 * wait.
 */
export async function startJobs({
  announce,
  database,
  deliverPush = async () => false,
  disk,
  env,
  log = () => undefined,
  logger,
  loops = [],
  schedules = [],
  workers = true,
}: {
  /** Called after each scheduled job and each round of a loop, in its context: tells others what it committed. */
  announce?: () => void
  database: Pool
  /**
   * Sends a push; resolves with false if there is nothing to send any more, and throws RetryLater or Undeliverable (outcomes.ts).
   * Absent in processes that only enqueue.
   */
  deliverPush?: (push: Push) => Promise<boolean>
  disk?: DiskWatch
  env: Env
  /** Gets lines for a person at a terminal. */
  log?: (line: string) => void
  /** Gets successes and failures instead of `log`. */
  logger?: Logger | undefined
  loops?: Loop[]
  schedules?: Schedule[]
  workers?: boolean
}): Promise<Jobs> {
  const mailer = createMailer(env, log)
  const smsSender = createSmsSender(env, log)
  const onError = oncePerMinute((error) => {
    // Some errors arrive as copies that are not instances of Error.
    const err = error instanceof Error ? error : Object.assign(new Error(), error)
    if (logger) logger.error({ err }, 'error of the job queue')
    else log(`Jobs: ${err.message}`)
  })
  /** Counts starts and stops, so that a step that belongs to an earlier start does not continue. */
  let generation = 0
  let stopWatching = () => {}
  let stopLoops = async () => {}
  const boss = await openBoss(database, { workers, onError })
  const senders = { mail: mailer.deliver, sms: smsSender.deliver, push: deliverPush }
  const deliverJob = createDelivery({ boss, database, senders, log, logger })
  const messageWorkers = createMessageWorkers({ boss, database, deliverJob })

  const services: Jobs = {
    ...enqueueInto(boss, env),
    // A notification that fails is not missed: the loops also look every few seconds. So it takes no place among the requests that wait for
    // a lost database, though it runs in the context of the first one that asked for it.
    wakeLoop: batchWakeUps(
      (channel) => void withoutReconnecting(() => notifyChannel(database.db, channel)).catch(onError),
    ),
    drain: messageWorkers.drain,
    waiting: () => countWaiting(database.db),
    async begin() {
      if (!workers) return
      if (disk) stopWatching = pauseWhileDiskFull(disk, { begin: restart, end: stopWork, onChange, onError })
      await startWork()
    },
    async stop() {
      stopWatching()
      await stopWork()
      mailer.close()
    },
  }

  /** Retries each step until it succeeds, so that a temporary database failure stops no queue for good. */
  async function startWork(): Promise<void> {
    const own = ++generation
    messageWorkers.forget()
    // Two workers a queue: a message that takes long does not delay the others.
    const steps: (() => unknown)[] = [
      ...[...messageQueues, ...messageQueues].map((queue) => () => messageWorkers.start(queue)),
      () => dropOtherSchedules(database.db, schedules),
      ...schedules.map(
        (schedule) => () => startSchedule(boss, schedule, { jobs: services, announce, logger }),
      ),
      async () => {
        stopLoops = startLoops([...loops, messageWorkers.dueJobs], {
          jobs: services,
          database,
          announce,
          onError,
        })
      },
    ]
    while (steps[0] && own === generation) {
      try {
        await steps[0]()
        steps.shift()
      } catch (error) {
        if (own !== generation) return
        onError(error as Error)
        await sleep(1000, undefined, { ref: false })
      }
    }
  }

  async function restart(): Promise<void> {
    await boss.start()
    await startWork()
  }

  async function stopWork(): Promise<void> {
    generation += 1
    await Promise.all([stopLoops(), boss.stop({ graceful: workers, timeout: stopTimeout })])
  }

  function onChange(isWorking: boolean): void {
    const line = isWorking ? 'Jobs are resumed.' : 'Jobs are paused: the disk is full.'
    if (logger) logger.info(line)
    else log(line)
  }

  return services
}

/** Throttles error reports to one a minute: while the database is down, every poll fails. */
function oncePerMinute(report: (error: Error) => void): (error: Error) => void {
  let quietUntil = 0
  return (error) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + 60_000
    report(error)
  }
}
