import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../session/account-events.db.ts'

export interface TriesRule {
  /** Tries without a wait. */
  free: number
  /** Seconds of the first wait; each next one is twice as long, up to `longest`. */
  first: number
  longest: number
  /** Seconds after which one wrong try is forgotten. */
  forgottenAfter: number
}

/** How many tries count now, one more included. */
const failures = ({ forgottenAfter }: TriesRule) =>
  sql`greatest(0, t.failures - extract(epoch from now() - t.counted_at) / ${forgottenAfter}) + 1`

const waitAfter = (count: RawBuilder<unknown>, { free, first, longest }: TriesRule) => sql`
  case when round(${count}) < ${free} then '-infinity'
    else now() + make_interval(secs => least(${longest}, ${first} * power(2, least(30, round(${count}) - ${free}))))
  end`

const counted = (key: Buffer, rule: TriesRule, from: RawBuilder<unknown>) => sql`
  insert into sign_in_tries as t (key, failures, counted_at, blocked_until)
  select ${key}, 1, now(), ${waitAfter(sql`1`, rule)} ${from}
  on conflict (key) do update set
    failures = ${failures(rule)}, counted_at = now(), blocked_until = ${waitAfter(failures(rule), rule)}`

/**
 * Counts a try before it is looked at, so that many at once count as many. False, and nothing is counted, while `key` or
 * `place` has to wait.
 */
export async function takeTry(db: Db, key: Buffer, rule: TriesRule, place: Buffer | null): Promise<boolean> {
  const mayTry = sql`where not exists (select from sign_in_tries where key = ${place} and blocked_until > now())`
  const { rows } = await sql`
    ${counted(key, rule, place ? mayTry : sql``)}
    where t.blocked_until <= clock_timestamp()
    returning failures`.execute(db)
  return rows.length > 0
}

/**
 * Counts a wrong try of a place, and keeps the event where the account is known: in one statement, so that an unknown
 * one takes as long.
 */
export async function countFailure(
  db: Db,
  place: Buffer,
  rule: TriesRule,
  { userId, type, method, ip, userAgent }: Omit<NewEvent, 'userId' | 'actorId'> & { userId: number | null },
): Promise<void> {
  await sql`
    with noted as (
      insert into account_events (user_id, type, method, ip, user_agent)
      select ${userId}::int, ${type}, ${method}, ${ip}::inet, ${userAgent} where ${userId}::int is not null
    )
    ${counted(place, rule, sql``)}`.execute(db)
}

/** Seconds until none of the keys has to wait. */
export async function waitOf(db: Db, keys: Buffer[]): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds
    from sign_in_tries where key = any(${keys}) and blocked_until > now()`.execute(db)
  return rows[0]?.seconds ?? 1
}

export async function forgetTries(db: Db, keys: Buffer[]): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('key', 'in', keys).execute()
}

/** Those that nobody counts any more. */
export async function deleteOldTries(db: Db): Promise<void> {
  await db
    .deleteFrom('sign_in_tries')
    .where('counted_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
}
