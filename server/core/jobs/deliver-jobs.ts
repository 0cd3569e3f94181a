import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, type Job, type JobResult, type PgBoss } from 'pg-boss'
import { inTransaction } from '#server/db/transaction.ts'
import { isTransient } from '../../db/failures.ts'
import type { Pool } from '../../db/pool.ts'
import type { Logger } from '../log/log.ts'
import { RetryLater, Undeliverable } from '../mail/outcomes.ts'
import { deliveries, jobDuration } from '../observe/metrics.ts'
import { recordLastResult } from './last-results.db.ts'
import { inJobContext, messageLabels, pushJob, type QueuePayload } from './queues.ts'

/** Attempts, one a second, to delete the job of a sent message: while it exists, the message would be sent again. */
const maxDeleteAttempts = 60

/** Sends the message of each queue; resolves with false if there was nothing to send any more. */
type Senders = {
  [Q in keyof QueuePayload]: (message: QueuePayload[Q], id: string) => Promise<unknown>
}

interface Services {
  boss: PgBoss
  database: Pool
  senders: Senders
  log: (line: string) => void
  logger: Logger | undefined
}

/** Returns the function that sends the message of one job, and settles the job by the outcome. */
export function createDelivery({ boss, database, senders, log, logger }: Services) {
  /** Sends one message. A sent job is deleted at once, since it may contain a code. */
  async function deliverJob<Q extends keyof QueuePayload>(
    queue: Q,
    { id, data }: Job<QueuePayload[Q]>,
  ): Promise<JobResult> {
    const about = { queue, jobId: id, requestId: data.requestId }
    const done = jobDuration.startTimer({ queue })
    try {
      const isExpired = data.expiresAt !== undefined && Date.parse(data.expiresAt) <= Date.now()
      const result = !isExpired && (await send(queue, id, data)) ? 'sent' : 'expired'
      await forget(queue, id)
      const seconds = done({ result: 'done' })
      deliveries.inc({ channel: queue, result })
      const line = `a ${messageLabels[queue]} ${result === 'sent' ? 'was sent' : 'expired unsent'}`
      logger?.info({ ...about, seconds }, line)
      return { id, status: 'completed' }
    } catch (error) {
      const { message } = error as Error
      if (queue === 'push' && (error instanceof RetryLater || error instanceof Undeliverable)) {
        const line = await settlePush({ id, data: data as QueuePayload['push'] }, error)
        const result = error instanceof Undeliverable ? 'refused' : error.isFailure ? 'failed' : 'postponed'
        done({ result: result === 'postponed' ? 'done' : 'failed' })
        deliveries.inc({ channel: queue, result })
        if (result === 'postponed') logger?.info(about, line)
        else if (logger) logger.warn({ ...about, err: error }, line)
        else log(`${line} (job ${id}): ${message}`)
        return { id, status: 'completed' }
      }
      const line = `A ${messageLabels[queue]} could not be sent; it is retried until its retry limit`
      done({ result: 'failed' })
      deliveries.inc({ channel: queue, result: 'failed' })
      if (logger) logger.warn({ ...about, err: error }, line)
      else log(`${line} (job ${id}): ${message}`)
      return { id, status: 'failed', output: { message, isAboutRecipient: isAboutRecipient(error) } }
    }
  }

  /** Resolves with whether there was something to send. */
  async function send<Q extends keyof QueuePayload>(
    queue: Q,
    id: string,
    data: QueuePayload[Q],
  ): Promise<boolean> {
    try {
      const answer = await inJobContext(`send ${queue}`, id, data, () => senders[queue](data, id))
      await recordResult(queue, null)
      return answer !== false
    } catch (error) {
      if (!isAboutRecipient(error)) await recordResult(queue, (error as Error).message)
      throw error
    }
  }

  /** Ends an undeliverable push, or postpones it, unless a newer push about the same notification is already waiting. */
  async function settlePush(
    { id, data }: { id: string; data: QueuePayload['push'] },
    error: RetryLater | Undeliverable,
  ): Promise<string> {
    if (error instanceof Undeliverable) {
      await forget('push', id)
      return 'A push was refused and is not retried'
    }
    await inTransaction(database.db, async (tx) => {
      const db = fromKysely(tx)
      await boss.deleteJob('push', id, { db })
      const attempt = (data.attempt ?? 0) + (error.isFailure ? 1 : 0)
      await boss.insert('push', [pushJob({ ...data, attempt }, error.startAfter)], { db })
    })
    return error.isFailure
      ? 'A push could not be sent and is retried'
      : 'a push waits for the end of quiet hours'
  }

  /**
   * Records for /readyz, which may be another process, whether the mail server or SMS gateway accepted the
   * last message.
   */
  async function recordResult(queue: keyof QueuePayload, failure: string | null): Promise<void> {
    // There are many push services, so one result says nothing about the others. Other metrics report a database that is down.
    if (queue === 'push') return
    await recordLastResult(database.db, queue, failure).catch(() => undefined)
  }

  /** While the database is down, retries to delete the job of a sent message, which must not be sent again. */
  async function forget(queue: keyof QueuePayload, id: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await boss.deleteJob(queue, id)
        return
      } catch (error) {
        if (attempt >= maxDeleteAttempts || !isTransient(error)) throw error
        await sleep(1000)
      }
    }
  }

  return deliverJob
}

/**
 * Whether only the recipient was refused (SMTP's RCPT TO, a gateway's 400 or 422), so that other messages
 * still pass.
 */
function isAboutRecipient(error: unknown): boolean {
  const { command, status } = error as { command?: string; status?: number }
  return command === 'RCPT TO' || status === 400 || status === 422
}
