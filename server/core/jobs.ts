import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Pool, Tx } from '../db/pool.ts'
import type { Env } from '../env.ts'
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
  mail: Mail
  sms: Sms
}

const names: Record<keyof Post, string> = { mail: 'mail', sms: 'text message' }
const queues = Object.keys(names) as (keyof Post)[]

/** 60 tries, the pauses doubling from 2 s to half an hour: a mail server may be away for a day. */
const patient = { retryLimit: 60, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 }
/** What soon expires is tried every half minute until then. */
const urgent = { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 }
/** Seconds; a try that a crash cut short counts as failed after this. */
const expireInSeconds = 60

const optionsOf = ({ expiresAt }: Pick<Mail, 'expiresAt'>) => ({
  ...(expiresAt ? urgent : patient),
  expireInSeconds,
})

/**
 * Starts the queue in the `pgboss` schema of the database, creating it where it is missing. `workers: false` takes work
 * in without doing it (until `drain`), for tests.
 */
export async function startJobs({
  database,
  env,
  log = () => undefined,
  schedules = [],
  workers = true,
}: {
  database: Pool
  env: Env
  log?: (line: string) => void
  schedules?: Schedule[]
  workers?: boolean
}): Promise<Jobs> {
  const mailer = createMailer(env, log)
  const smsSender = createSmsSender(env, log)
  const deliver: { [Q in keyof Post]: (post: Post[Q]) => Promise<void> } = {
    mail: mailer.deliver,
    sms: smsSender.deliver,
  }
  const boss = new PgBoss({
    schema: 'pgboss',
    db: { executeSql: (text, values) => database.pg.query(text, values) },
    supervise: workers,
    schedule: workers,
  })
  boss.on('error', logOncePerMinute(log))
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue)
    // pg-boss now knows the queue's table, so that `enqueue` asks for no second connection inside a transaction.
    await boss.findJobs(queue, { key: 'none' })
  }

  /** Sends one. A sent one is deleted at once, since it may hold a code. */
  async function send<Q extends keyof Post>(queue: Q, { id, data }: Job<Post[Q]>): Promise<JobResult> {
    try {
      const expired = data.expiresAt !== undefined && Date.parse(data.expiresAt) <= Date.now()
      if (!expired) await deliver[queue](data)
      await boss.deleteJob(queue, id)
      return { id, status: 'completed' }
    } catch (error) {
      const { message } = error as Error
      log(`A ${names[queue]} could not be sent and will be tried again (job ${id}): ${message}`)
      return { id, status: 'failed', output: { message } }
    }
  }

  async function enqueue<Q extends keyof Post>(tx: Tx, queue: Q, post: Post[Q]): Promise<void> {
    const options = { ...optionsOf(post), db: fromKysely(tx) }
    if (post.key === undefined) await boss.send(queue, post, options)
    else await boss.upsert(queue, post, { ...options, singletonKey: post.key, startAfter: 0 })
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
      const posts = mails.map((mail) => ({ data: mail, ...optionsOf(mail) }))
      if (posts.length > 0) await boss.insert('mail', posts, { db: fromKysely(tx) })
    },
    enqueueSms: (tx, sms) => enqueue(tx, 'sms', sms),
    async drain() {
      for (const queue of queues) await drainQueue(queue)
    },
    async stop() {
      await boss.stop({ graceful: workers, timeout: 8000 })
      mailer.close()
    },
  }
  if (workers) {
    for (const queue of queues) await work(queue)
    await startSchedules(boss, schedules, services)
  }
  return services
}

async function startSchedules(boss: PgBoss, schedules: Schedule[], services: Jobs): Promise<void> {
  const known = new Set(schedules.map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name)
  for (const { name, cron, run } of schedules) {
    await boss.createQueue(name, { policy: 'singleton' })
    await boss.schedule(name, cron, null, { retryLimit: 1, retryDelay: 60, deleteAfterSeconds: 86_400 })
    await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
      await run(services)
    })
  }
}

/** A database that is away makes every poll fail: one line a minute says so. */
function logOncePerMinute(log: (line: string) => void): (error: Error) => void {
  let quietUntil = 0
  return ({ message }) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + 60_000
    log(`Jobs: ${message}`)
  }
}
