import { sql } from 'kysely'
import { z } from 'zod'
import { statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { Db, Tx } from '../../db/pool.ts'

const WaitingJobs = z.strictObject({
  queue: z.string(),
  waiting: z.int(),
  /** Seconds since the oldest of them was made, but for those that are retried because their recipient was refused. */
  oldest: z.number(),
})
export type WaitingJobs = z.output<typeof WaitingJobs>

/** The jobs that are due or will be retried, by queue; empty queues are left out. */
export async function countWaiting(db: Db): Promise<WaitingJobs[]> {
  return typedSql(
    WaitingJobs,
    sql`select name as queue, count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(created_on) filter (where output -> 'isAboutRecipient' is distinct from 'true')), 0)::float8 as oldest
    from pgboss.job
    where state < 'active' and name not like '\\_\\_pgboss%'
    group by name`,
  ).execute(db)
}

const DueQueue = z.strictObject({ queue: z.string() })

const dueQueues = statement((value: ValueOf<{ queues: readonly string[] }>) =>
  typedSql(
    DueQueue,
    sql`select queue from unnest(${value('queues')}::text[]) as queue
      where exists (select from pgboss.job where name = queue and state < 'active' and start_after <= now())`,
  ),
)

/** Those of these queues that have a job to fetch now. */
export async function findDueQueues(db: Db, queues: readonly string[]): Promise<string[]> {
  return (await dueQueues(db, { queues })).map(({ queue }) => queue)
}

/**
 * Removes the schedules that this version does not have. One that a process registered within the last hour stays: during a rollout a process of
 * the previous version may start after the first of the new one, whose schedules nobody would register again.
 */
export async function dropOtherSchedules(db: Db, schedules: { name: string }[]): Promise<void> {
  const names = schedules.map(({ name }) => name)
  await sql`delete from pgboss.schedule
    where name <> all(${names}::text[]) and updated_on < now() - interval '1 hour'`.execute(db)
}

/** Notifies the connections that listen on a channel of PostgreSQL. */
export async function notifyChannel(db: Db, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(db)
}

const Waiting = z.strictObject({ key: z.string() })

/**
 * Changes the start (null: now) of the waiting jobs with these keys, in a queue with pg-boss' policy `short`; returns their keys. No
 * worker fetches them before the transaction ends, so they see what it wrote.
 */
export async function rescheduleWaiting(
  tx: Tx,
  queue: string,
  starts: { key: string; startAfter: Date | null }[],
): Promise<Set<string>> {
  const rows = await typedSql(
    Waiting,
    sql`update pgboss.job set start_after = coalesce(given.start_after, now())
      from json_to_recordset(${JSON.stringify(
        starts.map(({ key, startAfter }) => ({ key, start_after: startAfter })),
      )}::json) as given(key text, start_after timestamptz)
      where name = ${queue} and policy = 'short' and state = 'created' and coalesce(singleton_key, '') = given.key
      returning singleton_key as key`,
  ).execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/** Gives waiting jobs all their attempts again. */
export async function renewAttempts(tx: Tx, queue: string, ids: string[]): Promise<void> {
  await sql`update pgboss.job set retry_count = 0 where name = ${queue} and id = any(${ids}::uuid[])`.execute(
    tx,
  )
}
