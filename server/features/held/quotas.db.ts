import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import { statement } from '#server/db/statement.ts'
import type { Quota, Stopped } from '#shared/contract/held.ts'

/** The first number of an advisory lock, which says what it is about. */
const lockOfQuotas = 8
const lockOfTexts = 9

const lock = statement<{ userId: number }, unknown>(
  (value) => sql`select pg_advisory_xact_lock(${sql.lit(lockOfQuotas)}, ${value('userId')}::int)`,
)

/** From here on the transaction counts what somebody did alone: their other calls, on any server, wait for its end. */
export async function lockQuotas(tx: Tx, userId: number): Promise<void> {
  await lock(tx, { userId })
}

const lockWithText = statement<{ userId: number; description: string }, unknown>(
  (value) => sql`select pg_advisory_xact_lock(${sql.lit(lockOfQuotas)}, ${value('userId')}::int),
    pg_advisory_xact_lock(${sql.lit(lockOfTexts)}, hashtext(plain_text(${value('description')})))`,
)

/**
 * The same, and nobody else publishes this description meanwhile. Always in this order: the seller, then the listing's row, then
 * the description, so that no two transactions wait for each other.
 */
export async function lockQuotasAndText(
  tx: Tx,
  seller: { userId: number; description: string },
): Promise<void> {
  await lockWithText(tx, seller)
}

/** Nobody else publishes the description of this listing, as it is stored now, until the transaction ends. */
export async function lockTextOf(tx: Tx, listingId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockOfTexts)}, hashtext(plain_text(description)))
    from listings where id = ${listingId}`.execute(tx)
}

export interface UseQuestion {
  userId: number
  /** Days that an account counts as fresh. */
  freshDays: number
  /** What fresh and other accounts may do in 24 hours. */
  fresh: number
  usual: number
}

export interface Use {
  isFresh: boolean
  /** When the earliest of as many as are allowed was made; null while there is room. */
  fullSince: Date | null
}

/** Times of what user `u` made in the last 24 hours. What was deleted since counts too. */
const made: Record<Quota, RawBuilder<unknown>> = {
  LISTINGS: sql`listings where seller_id = u.id`,
  // A conversation was last active after it was opened: so far the index goes.
  CONVERSATIONS: sql`threads where buyer_id = u.id and last_message_at > now() - interval '1 day'`,
  QUESTIONS: sql`questions where asker_id = u.id`,
}

/** The queries `use`, a row of Use, and `hit`, which counts that the quota stopped somebody where it did. */
export function queriesOfUse(
  quota: Quota,
  value: <K extends keyof UseQuestion>(name: K) => UseQuestion[K],
): RawBuilder<unknown> {
  const place = (name: 'fresh' | 'usual') => sql`(
    select created_at from ${made[quota]} and created_at > now() - interval '1 day'
    order by created_at desc offset ${value(name)}::int - 1 limit 1)`
  const isFresh = sql`u.created_at > now() - ${value('freshDays')}::int * interval '1 day'`
  return sql`use as materialized (
      select u.id, ${isFresh} as "isFresh",
        case when ${isFresh} then ${place('fresh')} else ${place('usual')} end as "fullSince"
      from users u where u.id = ${value('userId')}
    ), hit as (
      insert into quota_hits (user_id, quota)
      select id, ${sql.lit(quota)} from use where "fullSince" is not null ${countedAgain}
    )`
}

const countedAgain = sql`on conflict (user_id, quota, day) do update set hits = quota_hits.hits + 1, last_at = now()`

const readingOf = (quota: Quota) =>
  statement<UseQuestion, Use>(
    (value) => sql`with ${queriesOfUse(quota, value)} select "isFresh", "fullSince" from use`,
  )

const uses = {
  LISTINGS: readingOf('LISTINGS'),
  CONVERSATIONS: readingOf('CONVERSATIONS'),
  QUESTIONS: readingOf('QUESTIONS'),
} satisfies Record<Quota, unknown>

/** What somebody made of their quota; where there is no room, that is counted as well. */
export async function readUse(tx: Tx, quota: Quota, question: UseQuestion): Promise<Use> {
  const [use] = await uses[quota](tx, question)
  return use ?? { isFresh: false, fullSince: null }
}

const createdAt = statement<{ userId: number }, { createdAt: Date }>(
  (value) => sql`select created_at as "createdAt" from users where id = ${value('userId')}`,
)

/** When an account was opened. */
export async function readCreatedAt(db: Db, userId: number): Promise<Date> {
  const [user] = await createdAt(db, { userId })
  return user?.createdAt ?? new Date(0)
}

/** Counts that a quota stopped somebody. */
export async function countHit(db: Db, userId: number, quota: Quota): Promise<void> {
  await sql`insert into quota_hits (user_id, quota) values (${userId}, ${quota}) ${countedAgain}`.execute(db)
}

/** Whom a quota stopped at least `least` times in the last seven days, the most often stopped first; at most `count`. */
export async function findStopped(db: Db, least: number, count: number): Promise<Stopped[]> {
  const { rows } = await sql<Omit<Stopped, 'lastAt'> & { lastAt: Date }>`
    select h.quota, h.hits, h.last_at as "lastAt",
      json_build_object('id', u.id, 'fullName', u.full_name, 'createdAt', u.created_at, 'isBanned',
        u.banned_at is not null) as user
    from (
      select user_id, quota, sum(hits) as hits, max(last_at) as last_at
      from quota_hits where day > (now() at time zone 'UTC')::date - 7
      group by user_id, quota having sum(hits) >= ${least}
    ) as h
    join users u on u.id = h.user_id and u.deleted_at is null
    order by h.hits desc, h.last_at desc limit ${count}`.execute(db)
  return rows.map(({ user, lastAt, ...row }) => ({
    ...row,
    user: { ...user, createdAt: new Date(user.createdAt).toISOString() },
    lastAt: lastAt.toISOString(),
  }))
}

/** Hits of long ago are of no use. */
export async function deleteOldHits(db: Db): Promise<void> {
  await sql`delete from quota_hits where day < (now() at time zone 'UTC')::date - 30`.execute(db)
}
