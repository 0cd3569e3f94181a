import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { NewEvent } from './account-events.db.ts'

export interface ThrottleRule {
  /** Attempts without a delay. */
  free: number
  /** Seconds of the first delay; each next delay is twice as long, up to `maxDelay`. */
  first: number
  maxDelay: number
  /** Seconds after which one failed attempt is forgotten. */
  forgottenAfter: number
}

/** SQL for the number of attempts in force, including the new one. */
const failures = ({ forgottenAfter }: ThrottleRule) =>
  sql`greatest(0, t.failures - extract(epoch from now() - t.counted_at) / ${forgottenAfter}) + 1`

const delayAfter = (count: RawBuilder<unknown>, { free, first, maxDelay }: ThrottleRule) => sql`
  case when round(${count}) < ${free} then '-infinity'
    else now() + make_interval(secs => least(${maxDelay}, ${first} * power(2, least(30, round(${count}) - ${free}))))
  end`

const counted = (key: Buffer, rule: ThrottleRule, from: RawBuilder<unknown>) => sql`
  insert into throttle_counters as t (key, failures, counted_at, blocked_until)
  select ${key}, 1, now(), ${delayAfter(sql`1`, rule)} ${from}
  on conflict (key) do update set
    failures = ${failures(rule)}, counted_at = now(), blocked_until = ${delayAfter(failures(rule), rule)}`

/**
 * Counts an attempt before it is checked, so that concurrent attempts all count. Returns false and counts
 * nothing while `key` or `network` must wait.
 */
export async function takeAttempt(
  db: Db,
  key: Buffer,
  rule: ThrottleRule,
  network: Buffer | null,
): Promise<boolean> {
  const mayTry = sql`where not exists (select from throttle_counters where key = ${network} and blocked_until > now())`
  const { rows } = await sql`
    ${counted(key, rule, network ? mayTry : sql``)}
    where t.blocked_until <= clock_timestamp()
    returning failures`.execute(db)
  return rows.length > 0
}

/**
 * Counts a failed attempt for a network and, if the account is known, records the event. One statement, so
 * that unknown accounts take the same time.
 */
export async function recordFailure(
  db: Db,
  network: Buffer,
  rule: ThrottleRule,
  { userId, type, method, ip, userAgent }: Omit<NewEvent, 'userId' | 'actorId'> & { userId: number | null },
): Promise<void> {
  await sql`
    with noted as (
      insert into account_events (user_id, type, method, ip, user_agent)
      select ${userId}::int, ${type}, ${method}, ${ip}::inet, ${userAgent} where ${userId}::int is not null
    )
    ${counted(network, rule, sql``)}`.execute(db)
}

/** Returns the seconds until none of the keys has to wait. */
export async function readRetryAfter(db: Db, keys: Buffer[]): Promise<number> {
  const { seconds } = await db
    .selectFrom('throttle_counters')
    .select(sql<number | null>`ceil(extract(epoch from max(blocked_until) - now()))::int`.as('seconds'))
    .where('key', '=', sql<Buffer>`any(${keys})`)
    .where('blocked_until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return seconds ?? 1
}

export async function resetThrottles(db: Db, keys: Buffer[]): Promise<void> {
  await db.deleteFrom('throttle_counters').where('key', 'in', keys).execute()
}
