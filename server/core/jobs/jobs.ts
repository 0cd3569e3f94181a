import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, type Job, type JobResult, PgBoss, type QueuePolicy } from 'pg-boss'
import { listenToChannel } from '#server/db/channel-listener.ts'
import { timeouts as databaseTimeouts } from '#server/db/timeouts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { currentRequestId, runInContext, withBudget } from '#server/lib/request-context.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import { isTransient } from '../../db/failures.ts'
import type { Pool, Tx } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import type { DiskWatch } from '../disk/disk-watch.ts'
import type { Logger } from '../log/log.ts'
import { deliveries, jobDuration } from '../observe/counters.ts'
import { currentSpan, inSpan } from '../observe/spans.ts'
import { composeMail } from './compose-mail.ts'
import { countWaiting, rescheduleWaiting, type WaitingJobs } from './jobs.db.ts'
import { noteResult } from './last-results.db.ts'
import { type Loop, startLoops } from './loops.ts'
import { createMailer, type Mail } from './mail.ts'
import type { MailDraft } from './mail-body.ts'
import { RetryLater, Undeliverable } from './outcomes.ts'
import { pauseWhileDiskFull } from './pause-while-disk-full.ts'
import { createSmsSender, type Sms } from './sms.ts'

/** Work that outlives a request. Jobs are enqueued in the caller's transaction: no commit, no job. */
export interface Jobs {
  enqueueMail(tx: Tx, mail: MailDraft): Promise<void>
  /** Enqueues many independent mails in one statement. */
  enqueueMails(tx: Tx, mails: Omit<MailDraft, 'key'>[]): Promise<void>
  /** Enqueues a mail that is already composed, such as one from the queue of a backup. */
  enqueueComposed(tx: Tx, mail: Mail): Promise<void>
  enqueueSms(tx: Tx, sms: Sms): Promise<void>
  /** Enqueues pushes in two statements; one that waits already is the same push, with another start. */
  enqueuePushes(tx: Tx, pushes: (Push & { quietUntil: Date | null })[]): Promise<void>
  /**
   * Sends every mail, text message and push that is due, in the calling process; resolves when none is left. For
   * tests and tools.
   */
  drain(): Promise<void>
  /** The jobs that wait at this moment, by queue, for the metrics. */
  waiting(): Promise<WaitingJobs[]>
  /**
   * Starts to process the queues and schedules; before, jobs are only enqueued. Resolves when everything is
   * started and never rejects: failures (the database is down or full) are retried.
   */
  begin(): Promise<void>
  /**
   * Finishes running jobs, then stops. A job that does not finish in time is retried after the next start.
   */
  stop(): Promise<void>
}

/** A periodic job. Many servers may declare it; one of them runs it each time. */
export interface Schedule {
  /** Letters, digits, hyphens; unique. */
  name: string
  /** Five fields, UTC. */
  cron: string
  /** Enqueues any resulting work in `jobs`. */
  run(jobs: Jobs): Promise<unknown>
}

/** A notification for one device. What it says is read when it is sent. */
export interface Push {
  subscription: number
  notification: number
  /** How often it failed. */
  attempt?: number
}

/** The payload of each queue. */
interface QueuePayload {
  mail: Mail & Origin
  sms: Sms & Origin
  push: Push & Origin & { expiresAt?: undefined }
}

/** The origin of a job, for logs and traces. */
interface Origin {
  requestId?: string | undefined
  traceparent?: string | undefined
}

const origin = (): Origin => ({ requestId: currentRequestId(), traceparent: currentSpan()?.traceparent })

const names: Record<keyof QueuePayload, string> = {
  mail: 'mail',
  sms: 'text message',
  push: 'push',
}
const queues = Object.keys(names) as (keyof QueuePayload)[]

/** 60 attempts with a backoff from 2 s to half an hour: a mail server may be down for a day. */
const retryForHours = { retryLimit: 60, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 }
/** Messages that expire soon are retried every half minute until then. */
const urgent = { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 }
/**
 * Seconds. A mail server may take long at each step; a second attempt meanwhile would send the mail twice.
 */
const expireInSeconds = 900
/** Seconds until an attempt that a crash interrupted counts as failed. */
const heartbeatSeconds = 30
/**
 * Attempts, one a second, to record that a message was sent: if the database is down, it must not be sent
 * again.
 */
const maxNotes = 60

/**
 * Workers are woken by NOTIFY, which each enqueued job sends with its commit. Polls find what was enqueued while the connection of LISTEN
 * was lost, and retries and pushes whose time has come.
 */
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5 }
/** A job of a schedule is due when it is enqueued. */
const schedulePolling = { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 300 }

const optionsOf = ({ expiresAt }: Pick<Mail, 'expiresAt'>) => ({
  ...(expiresAt ? urgent : retryForHours),
  expireInSeconds,
  heartbeatSeconds,
})

const keyOf = ({ subscription, notification }: Push) => `${subscription}:${notification}`

/** Its own failures are tried again by `settlePush`; the queue itself does so after a crash. */
const pushJob = (push: QueuePayload['push'], startAfter: Date | number) => ({
  data: push,
  singletonKey: keyOf(push),
  startAfter,
  ...optionsOf({}),
})

/**
 * Starts the queue in the database schema `pgboss`, which it creates if needed. Enqueues at once, processes
 * jobs after `begin`, or with `workers: false` only in `drain`. While `disk` is full, jobs wait.
 */
export async function startJobs({
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
  database: Pool
  /**
   * Sends a push, resolves with false where there is nothing to send any more, and throws RetryLater or Undeliverable (outcomes.ts).
   * Processes that only enqueue need none.
   */
  deliverPush?: (push: Push) => Promise<boolean>
  disk?: DiskWatch
  env: Env
  /** Receives lines for a person. */
  log?: (line: string) => void
  /** Receives successes and failures, instead of lines for a person. */
  logger?: Logger | undefined
  loops?: Loop<Jobs>[]
  schedules?: Schedule[]
  workers?: boolean
}): Promise<Jobs> {
  const mailer = createMailer(env, log)
  const smsSender = createSmsSender(env, log)
  const deliver: { [Q in keyof QueuePayload]: (post: QueuePayload[Q], id: string) => Promise<unknown> } = {
    mail: mailer.deliver,
    sms: smsSender.deliver,
    push: deliverPush,
  }
  const boss = new PgBoss({
    schema: 'pgboss',
    // Short limits and several connections: queries of a PostgreSQL that does not respond must not occupy all
    // connections.
    db: {
      executeSql: (text, values) =>
        withBudget(new WaitBudget(databaseTimeouts.request), () => database.pg.query(text, values)),
      listen: async (channel, wake, connect) =>
        listenToChannel(database.pg, channel, { message: gather(wake), connect, error: onError }),
    },
    useListenNotify: workers,
    supervise: workers,
    schedule: workers,
    // No job of Oja waits for another.
    flowIntervalSeconds: 3600,
  })
  const onError = oncePerMinute((error) => {
    // Some errors arrive as copies that are not instances of Error.
    const err = error instanceof Error ? error : Object.assign(new Error(), error)
    if (logger) logger.error({ err }, 'jobs stand still')
    else log(`Jobs: ${err.message}`)
  })
  boss.on('error', onError)
  /** Counts starts and stops, so that a step that belongs to an earlier start does not continue. */
  let generation = 0
  let stopWatching = () => {}
  let stopLoops = async () => {}
  await boss.start()
  for (const queue of queues) {
    // Of pushes about the same, one waits.
    await openQueue(boss, queue, queue === 'push' ? 'short' : 'standard')
    // Loads the queue's table name into pg-boss, so that `enqueue` needs no second connection inside a
    // transaction.
    await boss.findJobs(queue, { key: 'none' })
  }

  /** Sends one message. A sent job is deleted at once, since it may contain a code. */
  async function send<Q extends keyof QueuePayload>(
    queue: Q,
    { id, data }: Job<QueuePayload[Q]>,
  ): Promise<JobResult> {
    const about = { queue, jobId: id, requestId: data.requestId }
    const done = jobDuration.startTimer({ queue })
    try {
      let expired = data.expiresAt !== undefined && Date.parse(data.expiresAt) <= Date.now()
      if (!expired) {
        const answer = await asJob(`send ${queue}`, id, data, () => deliver[queue](data, id)).catch(
          async (error) => {
            if (!isAboutRecipient(error)) await note(queue, (error as Error).message)
            throw error
          },
        )
        await note(queue, null)
        expired = answer === false
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
      const line = `A ${names[queue]} could not be sent and will be tried again`
      done({ result: 'failed' })
      deliveries.inc({ channel: queue, result: 'failed' })
      if (logger) logger.warn({ ...about, err: error }, line)
      else log(`${line} (job ${id}): ${message}`)
      return { id, status: 'failed', output: { message } }
    }
  }

  /** Ends a push that nobody takes, or lets it wait; if a newer one about the same waits already, that is enough. */
  async function settlePush(
    { id, data }: { id: string; data: QueuePayload['push'] },
    error: RetryLater | Undeliverable,
  ): Promise<string> {
    if (error instanceof Undeliverable) {
      await forget('push', id)
      return 'A push is refused and will not be tried again'
    }
    await inTransaction(database.db, async (tx) => {
      const db = fromKysely(tx)
      await boss.deleteJob('push', id, { db })
      const attempt = (data.attempt ?? 0) + (error.isFailure ? 1 : 0)
      await boss.insert('push', [pushJob({ ...data, attempt }, error.startAfter)], { db })
    })
    return error.isFailure
      ? 'A push could not be sent and will be tried again'
      : 'a push waits for the end of quiet hours'
  }

  /**
   * Records for /readyz, which may be another process, whether the mail server or SMS gateway accepted the
   * last message.
   */
  async function note(queue: keyof QueuePayload, failure: string | null): Promise<void> {
    // Push services are many; and other metrics report a database that is down.
    if (queue === 'push') return
    await noteResult(database.db, queue, failure).catch(() => undefined)
  }

  /** While the database is down, retries to record that the message was sent: it must not be sent again. */
  async function forget(queue: keyof QueuePayload, id: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await boss.deleteJob(queue, id)
        return
      } catch (error) {
        if (attempt >= maxNotes || !isTransient(error)) throw error
        await sleep(1000)
      }
    }
  }

  async function enqueue<Q extends keyof QueuePayload>(
    tx: Tx,
    queue: Q,
    post: QueuePayload[Q],
  ): Promise<void> {
    const options = { ...optionsOf(post), db: fromKysely(tx) }
    const data = { ...post, ...origin() }
    if (!('key' in post) || post.key === undefined) await boss.send(queue, data, options)
    else await boss.upsert(queue, data, { ...options, singletonKey: post.key, startAfter: 0 })
  }

  async function work<Q extends keyof QueuePayload>(queue: Q): Promise<void> {
    const options = {
      ...polling,
      localConcurrency: 2,
      batchSize: 10,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const
    await boss.work<QueuePayload[Q], unknown, typeof options>(queue, options, (jobs) =>
      Promise.all(jobs.map((job) => send(queue, job))),
    )
  }

  /** One by one, so that the files of the outbox have the order in which they were enqueued. */
  async function drainQueue<Q extends keyof QueuePayload>(queue: Q): Promise<void> {
    for (;;) {
      const [job] = await boss.fetch<QueuePayload[Q]>(queue)
      if (!job) return
      const { id, status, output } = await send(queue, job)
      if (status === 'failed') await boss.fail(queue, id, output as object)
    }
  }

  const services: Jobs = {
    enqueueMail: async (tx, draft) => enqueue(tx, 'mail', await composeMail(draft, env)),
    enqueueComposed: (tx, mail) => enqueue(tx, 'mail', mail),
    async enqueueMails(tx, drafts) {
      const mails = await Promise.all(drafts.map((draft) => composeMail(draft, env)))
      const posts = mails.map((mail) => ({ data: { ...mail, ...origin() }, ...optionsOf(mail) }))
      if (posts.length > 0) await boss.insert('mail', posts, { db: fromKysely(tx) })
    },
    enqueueSms: (tx, sms) => enqueue(tx, 'sms', sms),
    async enqueuePushes(tx, pushes) {
      if (pushes.length === 0) return
      const starts = pushes.map((push) => ({ key: keyOf(push), startAfter: push.quietUntil }))
      const waiting = await rescheduleWaiting(tx, 'push', starts)
      const rest = pushes.filter((push) => !waiting.has(keyOf(push)))
      const jobs = rest.map(({ quietUntil, ...push }) => pushJob({ ...push, ...origin() }, quietUntil ?? 0))
      if (jobs.length > 0) await boss.insert('push', jobs, { db: fromKysely(tx) })
    },
    async drain() {
      for (const queue of queues) await drainQueue(queue)
    },
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

  /** Step by step, with retries: a database that is down for a while does not stop any queue for good. */
  async function startWork(): Promise<void> {
    const own = ++generation
    const steps = [
      ...queues.map((queue) => () => work(queue)),
      () => dropOthers(boss, schedules),
      ...schedules.map((schedule) => () => startSchedule(boss, schedule, services, logger)),
      async () => {
        stopLoops = startLoops(loops, services, onError)
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
    await Promise.all([stopLoops(), boss.stop({ graceful: workers, timeout: 8000 })])
  }

  function onChange(isWorking: boolean): void {
    const line = isWorking ? 'Jobs go on.' : 'Jobs rest until there is room on the disk.'
    if (logger) logger.info(line)
    else log(line)
  }

  return services
}

/**
 * Whether only the recipient was refused (SMTP's RCPT TO, a gateway's 400 or 422), so that other messages
 * still pass.
 */
function isAboutRecipient(error: unknown): boolean {
  const { command, status } = error as { command?: string; status?: number }
  return command === 'RCPT TO' || status === 400 || status === 422
}

/** Runs a job in the context of its origin, or in its own context if it comes from a schedule. */
function asJob<T>(name: string, id: string, from: Origin, run: () => Promise<T>): Promise<T> {
  const options = { kind: 'consumer', parent: from.traceparent, attributes: { 'oja.job': id } } as const
  return runInContext(from.requestId ?? `job-${id}`, () => inSpan(name, options, run))
}

/** Calls `wake` once for each queue that is named within a quarter of a second: under load a worker then takes many jobs at once. */
function gather(wake: (queue: string) => void): (queue: string) => void {
  const named = new Set<string>()
  return (queue) => {
    if (named.size === 0) {
      const wakeAll = () => {
        const all = [...named]
        named.clear()
        for (const one of all) wake(one)
      }
      setTimeout(wakeAll, 250).unref()
    }
    named.add(queue)
  }
}

async function openQueue(boss: PgBoss, name: string, policy: QueuePolicy): Promise<void> {
  await boss.createQueue(name, { policy, notify: true })
  // An earlier version made it without.
  await boss.updateQueue(name, { notify: true })
}

/** Removes schedules that this version does not declare. */
async function dropOthers(boss: PgBoss, schedules: Schedule[]): Promise<void> {
  const known = new Set(schedules.map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name)
}

async function startSchedule(
  boss: PgBoss,
  { name, cron, run }: Schedule,
  services: Jobs,
  logger: Logger | undefined,
): Promise<void> {
  await openQueue(boss, name, 'singleton')
  await boss.schedule(name, cron, null, { retryLimit: 1, retryDelay: 60, deleteAfterSeconds: 86_400 })
  await boss.work(name, schedulePolling, async ([job]) => {
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

/** A database that is down fails every poll: log one line a minute. */
function oncePerMinute(report: (error: Error) => void): (error: Error) => void {
  let quietUntil = 0
  return (error) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + 60_000
    report(error)
  }
}
