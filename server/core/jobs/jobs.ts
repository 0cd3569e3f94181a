import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import { WaitBudget } from '../../db/budget.ts'
import { isPassing } from '../../db/failures.ts'
import { patience as databasePatience } from '../../db/patience.ts'
import type { Pool, Tx } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import type { Logger } from '../log/log.ts'
import { asWorkOf, currentRequestId, withBudget } from '../log/work.ts'
import { deliveries, jobDuration } from '../observe/counters.ts'
import { noteResult } from '../observe/last-results.db.ts'
import { currentSpan, inSpan } from '../observe/spans.ts'
import { countWaiting, type WaitingJobs } from './jobs.db.ts'
import { createMailer, type Mail } from './mail.ts'
import { createSmsSender, type Sms } from './sms.ts'

/** Work that outlives a request. Enqueued inside the caller's transaction: no commit, no job. */
export interface Jobs {
  enqueueMail(tx: Tx, mail: Mail): Promise<void>
  /** Many mails that stand alone, in one statement. */
  enqueueMails(tx: Tx, mails: Omit<Mail, 'key'>[]): Promise<void>
  enqueueSms(tx: Tx, sms: Sms): Promise<void>
  /** Sends every mail and text message that is due, in the calling process; resolves when none is left. For tests and tools. */
  drain(): Promise<void>
  /** What waits at this moment, by queue, for the metrics. */
  waiting(): Promise<WaitingJobs[]>
  /** Ends the work under way, then stops; what did not end in time is tried again after the next start. */
  stop(): Promise<void>
}

/** Work that comes round by the clock. Many servers may know it: one of them runs it. */
export interface Schedule {
  /** Letters, digits, hyphens; unique. */
  name: string
  /** Five fields, UTC. */
  cron: string
  /** What the work leads to is enqueued in `jobs`. */
  run(jobs: Jobs): Promise<unknown>
}

/** What is sent, by the name of its queue. */
interface Post {
  mail: Mail & Origin
  sms: Sms & Origin
}

/** What a job comes from, for logs and traces. */
interface Origin {
  requestId?: string | undefined
  traceparent?: string | undefined
}

const origin = (): Origin => ({ requestId: currentRequestId(), traceparent: currentSpan()?.traceparent })

const names: Record<keyof Post, string> = { mail: 'mail', sms: 'text message' }
const queues = Object.keys(names) as (keyof Post)[]

/** 60 tries, the pauses doubling from 2 s to half an hour: a mail server may be away for a day. */
const patient = { retryLimit: 60, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 }
/** What soon expires is tried every half minute until then. */
const urgent = { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 }
/** Seconds. A mail server may think long about each step; a second try meanwhile would send the mail twice. */
const expireInSeconds = 900
/** Seconds; a try that a crash cut short counts as failed after this. */
const heartbeatSeconds = 30
/** Tries, one a second, to note that something was sent: while the database is away, it must not be sent again. */
const mostNotes = 60

const optionsOf = ({ expiresAt }: Pick<Mail, 'expiresAt'>) => ({
  ...(expiresAt ? urgent : patient),
  expireInSeconds,
  heartbeatSeconds,
})

/**
 * Starts the queue in the `pgboss` schema of the database, creating it where it is missing. `workers: false` takes work
 * in without doing it (until `drain`), for tests.
 */
export async function startJobs({
  database,
  env,
  log = () => undefined,
  logger,
  schedules = [],
  workers = true,
}: {
  database: Pool
  env: Env
  /** Takes lines for a person. */
  log?: (line: string) => void
  /** Takes what went well and what failed, instead of lines for a person. */
  logger?: Logger | undefined
  schedules?: Schedule[]
  workers?: boolean
}): Promise<Jobs> {
  const mailer = createMailer(env, log)
  const smsSender = createSmsSender(env, log)
  const deliver: { [Q in keyof Post]: (post: Post[Q], id: string) => Promise<unknown> } = {
    mail: mailer.deliver,
    sms: smsSender.deliver,
  }
  const boss = new PgBoss({
    schema: 'pgboss',
    // Short ones, several at once: where PostgreSQL stands still they must not hold all connections.
    db: {
      executeSql: (text, values) =>
        withBudget(new WaitBudget(databasePatience.request), () => database.pg.query(text, values)),
    },
    supervise: workers,
    schedule: workers,
  })
  boss.on(
    'error',
    oncePerMinute((error) => {
      // Some come as copies that are no errors any more.
      const err = error instanceof Error ? error : Object.assign(new Error(), error)
      if (logger) logger.error({ err }, 'jobs stand still')
      else log(`Jobs: ${err.message}`)
    }),
  )
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue)
    // pg-boss now knows the queue's table, so that `enqueue` asks for no second connection inside a transaction.
    await boss.findJobs(queue, { key: 'none' })
  }

  /** Sends one. A sent one is deleted at once, since it may hold a code. */
  async function send<Q extends keyof Post>(queue: Q, { id, data }: Job<Post[Q]>): Promise<JobResult> {
    const about = { queue, jobId: id, requestId: data.requestId }
    const done = jobDuration.startTimer({ queue })
    try {
      const expired = data.expiresAt !== undefined && Date.parse(data.expiresAt) <= Date.now()
      if (!expired) {
        await asJob(`send ${queue}`, id, data, () => deliver[queue](data, id)).catch(async (error) => {
          if (!isAboutRecipient(error)) await note(queue, (error as Error).message)
          throw error
        })
        await note(queue, null)
      }
      await forget(queue, id)
      const seconds = done({ result: 'done' })
      deliveries.inc({ channel: queue, result: expired ? 'expired' : 'sent' })
      logger?.info(
        { ...about, seconds },
        expired ? `a ${names[queue]} expired unsent` : `a ${names[queue]} was sent`,
      )
      return { id, status: 'completed' }
    } catch (error) {
      const { message } = error as Error
      const line = `A ${names[queue]} could not be sent and will be tried again`
      done({ result: 'failed' })
      deliveries.inc({ channel: queue, result: 'failed' })
      if (logger) logger.warn({ ...about, err: error }, line)
      else log(`${line} (job ${id}): ${message}`)
      return { id, status: 'failed', output: { message } }
    }
  }

  /** For /readyz, which may be another process: whether the mail server or SMS gateway took the last one. */
  async function note(queue: keyof Post, failure: string | null): Promise<void> {
    // A database that is away is told of by other means.
    await noteResult(database.db, queue, failure).catch(() => undefined)
  }

  /** While the database is away, the note that a mail was sent waits: the mail must not be sent again. */
  async function forget(queue: keyof Post, id: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await boss.deleteJob(queue, id)
        return
      } catch (error) {
        if (tries >= mostNotes || !isPassing(error)) throw error
        await sleep(1000)
      }
    }
  }

  async function enqueue<Q extends keyof Post>(tx: Tx, queue: Q, post: Post[Q]): Promise<void> {
    const options = { ...optionsOf(post), db: fromKysely(tx) }
    const data = { ...post, ...origin() }
    if (post.key === undefined) await boss.send(queue, data, options)
    else await boss.upsert(queue, data, { ...options, singletonKey: post.key, startAfter: 0 })
  }

  async function work<Q extends keyof Post>(queue: Q): Promise<void> {
    const options = {
      pollingIntervalSeconds: 0.5,
      localConcurrency: 2,
      batchSize: 10,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const
    await boss.work<Post[Q], unknown, typeof options>(queue, options, (jobs) =>
      Promise.all(jobs.map((job) => send(queue, job))),
    )
  }

  /** One by one, so that the files of the outbox stand in the order in which they were enqueued. */
  async function drainQueue<Q extends keyof Post>(queue: Q): Promise<void> {
    for (;;) {
      const [job] = await boss.fetch<Post[Q]>(queue)
      if (!job) return
      const { id, status, output } = await send(queue, job)
      if (status === 'failed') await boss.fail(queue, id, output as object)
    }
  }

  const services: Jobs = {
    enqueueMail: (tx, mail) => enqueue(tx, 'mail', mail),
    async enqueueMails(tx, mails) {
      const posts = mails.map((mail) => ({ data: { ...mail, ...origin() }, ...optionsOf(mail) }))
      if (posts.length > 0) await boss.insert('mail', posts, { db: fromKysely(tx) })
    },
    enqueueSms: (tx, sms) => enqueue(tx, 'sms', sms),
    async drain() {
      for (const queue of queues) await drainQueue(queue)
    },
    waiting: () => countWaiting(database.db),
    async stop() {
      await boss.stop({ graceful: workers, timeout: 8000 })
      mailer.close()
    },
  }
  if (workers) {
    for (const queue of queues) await work(queue)
    await startSchedules(boss, schedules, services, logger)
  }
  return services
}

/** Whether a message was refused for its recipient alone (SMTP's RCPT TO, a gateway's 400 or 422): others are taken. */
function isAboutRecipient(error: unknown): boolean {
  const { command, status } = error as { command?: string; status?: number }
  return command === 'RCPT TO' || status === 400 || status === 422
}

/** Does a job as work of what it comes from, or of its own where the clock made it. */
function asJob<T>(name: string, id: string, from: Origin, run: () => Promise<T>): Promise<T> {
  const options = { kind: 'consumer', parent: from.traceparent, attributes: { 'oja.job': id } } as const
  return asWorkOf(from.requestId ?? `job-${id}`, () => inSpan(name, options, run))
}

async function startSchedules(
  boss: PgBoss,
  schedules: Schedule[],
  services: Jobs,
  logger: Logger | undefined,
): Promise<void> {
  const known = new Set(schedules.map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name)
  for (const { name, cron, run } of schedules) {
    await boss.createQueue(name, { policy: 'singleton' })
    await boss.schedule(name, cron, null, { retryLimit: 1, retryDelay: 60, deleteAfterSeconds: 86_400 })
    await boss.work(name, { pollingIntervalSeconds: 30 }, async ([job]) => {
      const id = job?.id ?? name
      const done = jobDuration.startTimer({ queue: name })
      try {
        await asJob(name, id, {}, () => run(services))
        done({ result: 'done' })
      } catch (error) {
        done({ result: 'failed' })
        logger?.error({ queue: name, jobId: id, err: error }, 'recurring work failed')
        throw error
      }
    })
  }
}

/** A database that is away makes every poll fail: one line a minute says so. */
function oncePerMinute(tell: (error: Error) => void): (error: Error) => void {
  let quietUntil = 0
  return (error) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + 60_000
    tell(error)
  }
}
