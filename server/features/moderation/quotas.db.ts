import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { advisoryLocks } from '#server/db/advisory-locks.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { type Quota, QuotaOffender } from '#shared/contract/moderation-queue.ts'
import { thresholds } from '#shared/thresholds.ts'

/** Locks a user's quotas until the transaction ends: the user's other calls, on any server, wait. */
export const lockQuotas = statement<{ userId: number }, unknown>(
  (value) => sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.quotas)}, ${value('userId')}::int)`,
)

/**
 * The same, and locks this description too, which an edit locks after the row of its listing (`lockTextOf`). No deadlock: who holds a
 * description refers to rows of similar listings at most, and edits lock theirs `for no key update`, which lets that pass.
 */
export const lockQuotasAndText = statement<{ userId: number; description: string }, unknown>(
  (value) => sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.quotas)}, ${value('userId')}::int),
    pg_advisory_xact_lock(${sql.lit(advisoryLocks.texts)}, hashtext(plain_text(${value('description')})))`,
)

/** Locks the stored description of this listing until the transaction ends. */
export async function lockTextOf(tx: Tx, listingId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.texts)}, hashtext(plain_text(description)))
    from listings where id = ${listingId}`.execute(tx)
}

export interface UsageQuery {
  userId: number
  /** Limits in 24 hours, for new and other accounts. */
  fresh: number
  usual: number
}

export const Usage = z.strictObject({
  isFresh: z.boolean(),
  /** While the quota is used up: when the oldest item that counts was made, 24 hours after which another is allowed. Else null. */
  fullSince: z.date().nullable(),
})
export type Usage = z.output<typeof Usage>

/** Whether account `u` of the query is new. */
export const isFresh = sql<boolean>`u.created_at > now() - ${sql.lit(thresholds.quotas.freshDays)} * interval '1 day'`

/** FROM and WHERE of the items of user `u` that count towards each quota, deleted ones included; `usageQueries` adds the 24 hours. */
const itemsOf: Record<Quota, RawBuilder<unknown>> = {
  LISTINGS: sql`listings where seller_id = u.id`,
  // A conversation's last activity is never before its opening, so the index bounds the scan.
  CONVERSATIONS: sql`threads where buyer_id = u.id and last_message_at > now() - interval '1 day'`,
  QUESTIONS: sql`questions where asker_id = u.id`,
}

/** The queries `use`, a row of `Usage`, and `hit`, which counts a refusal by the quota. */
export function usageQueries(quota: Quota, value: ValueOf<UsageQuery>): RawBuilder<unknown> {
  const limitOf = (name: 'fresh' | 'usual') => sql`(
    select created_at from ${itemsOf[quota]} and created_at > now() - interval '1 day'
    order by created_at desc offset ${value(name)}::int - 1 limit 1)`
  return sql`use as materialized (
      select u.id, ${isFresh} as "isFresh",
        case when ${isFresh} then ${limitOf('fresh')} else ${limitOf('usual')} end as "fullSince"
      from users u where u.id = ${value('userId')}
    ), hit as (
      insert into quota_hits (user_id, quota)
      select id, ${sql.lit(quota)} from use where "fullSince" is not null
      on conflict (user_id, quota, day) do update set hits = quota_hits.hits + 1, last_at = now()
    )`
}

const readingOf = (quota: Quota) =>
  statement((value: ValueOf<UsageQuery>) =>
    typedSql(Usage, sql`with ${usageQueries(quota, value)} select "isFresh", "fullSince" from use`),
  )

const uses = {
  LISTINGS: readingOf('LISTINGS'),
  CONVERSATIONS: readingOf('CONVERSATIONS'),
  QUESTIONS: readingOf('QUESTIONS'),
} satisfies Record<Quota, unknown>

/** Reads the use of a quota; counts a refusal if it is used up. */
export async function readUsage(tx: Tx, quota: Quota, question: UsageQuery): Promise<Usage> {
  const [use] = await uses[quota](tx, question)
  return use ?? { isFresh: false, fullSince: null }
}

const freshAccount = statement((value: ValueOf<{ userId: number }>, db) =>
  db.selectFrom('users as u').select('u.id').where('u.id', '=', value('userId')).where(isFresh),
)

/** Whether an account is new. */
export async function isFreshAccount(db: Db, userId: number): Promise<boolean> {
  return (await freshAccount(db, { userId })).length > 0
}

const OffenderRow = QuotaOffender.extend({ lastAt: z.date() }).strict()

const offenderThreshold = 3

/** The 20 pairs of account and quota with the most refusals, at least `offenderThreshold`, in the last seven days. */
export async function findQuotaOffenders(db: Db): Promise<QuotaOffender[]> {
  const rows = await typedSql(
    OffenderRow,
    sql`select h.quota, h.hits, h.last_at as "lastAt",
      json_build_object('id', u.id, 'fullName', u.full_name, 'createdAt', u.created_at, 'isBanned',
        u.banned_at is not null) as user
    from (
      select user_id, quota, sum(hits) as hits, max(last_at) as last_at
      from quota_hits where day > (now() at time zone 'UTC')::date - 7
      group by user_id, quota having sum(hits) >= ${offenderThreshold}
    ) as h
    join users u on u.id = h.user_id
    order by h.hits desc, h.last_at desc limit 20`,
  ).execute(db)
  return rows.map(({ user, lastAt, ...row }) => ({
    ...row,
    user: { ...user, createdAt: new Date(user.createdAt).toISOString() },
    lastAt: lastAt.toISOString(),
  }))
}
