import { fromKysely, type PgBoss } from 'pg-boss'
import type { Tx } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { renewAttempts, rescheduleWaiting } from './jobs.db.ts'
import type { Jobs } from './jobs.ts'
import { jobOptions, origin, pushJob, pushKey, type QueuePayload } from './queues.ts'

type Enqueuing = Pick<
  Jobs,
  'enqueueMail' | 'enqueueMails' | 'enqueueComposed' | 'enqueueSms' | 'enqueuePushes'
>

/** Enqueues mails, text messages and pushes in the caller's transaction. */
export function enqueueInto(boss: PgBoss, env: Env): Enqueuing {
  async function enqueue<Q extends keyof QueuePayload>(
    tx: Tx,
    queue: Q,
    post: QueuePayload[Q],
  ): Promise<void> {
    const options = { ...jobOptions(post), db: fromKysely(tx) }
    const data = { ...post, ...origin() }
    if (!('key' in post) || post.key === undefined) {
      await boss.send(queue, data, options)
      return
    }
    const { jobs, updated } = await boss.upsert(queue, data, {
      ...options,
      singletonKey: post.key,
      startAfter: 0,
    })
    // What replaces a waiting message is a new one: the failures of the former are not its own.
    if (updated > 0) await renewAttempts(tx, queue, jobs)
  }

  return {
    enqueueMail: async (tx, draft) => enqueue(tx, 'mail', await composeMail(draft, env)),
    enqueueComposed: (tx, mail) => enqueue(tx, 'mail', mail),
    async enqueueMails(tx, drafts) {
      const mails = await Promise.all(drafts.map((draft) => composeMail(draft, env)))
      const posts = mails.map((mail) => ({ data: { ...mail, ...origin() }, ...jobOptions(mail) }))
      if (posts.length > 0) await boss.insert('mail', posts, { db: fromKysely(tx) })
    },
    enqueueSms: (tx, sms) => enqueue(tx, 'sms', sms),
    async enqueuePushes(tx, pushes) {
      if (pushes.length === 0) return
      const starts = pushes.map((push) => ({ key: pushKey(push), startAfter: push.quietUntil }))
      const waiting = await rescheduleWaiting(tx, 'push', starts)
      const rest = pushes.filter((push) => !waiting.has(pushKey(push)))
      const jobs = rest.map(({ quietUntil, ...push }) => pushJob({ ...push, ...origin() }, quietUntil ?? 0))
      if (jobs.length > 0) await boss.insert('push', jobs, { db: fromKysely(tx) })
    },
  }
}
