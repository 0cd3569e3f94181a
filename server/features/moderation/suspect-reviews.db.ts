import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isInactive, publicName } from '#server/db/inactive-accounts.ts'
import type { Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { QueueRule } from '#shared/contract/moderation-queue.ts'
import { thresholds } from '#shared/thresholds.ts'

/** One review by its two people: a reviewer has at most one of each user. */
const ReviewPair = z.strictObject({ userId: z.int(), reviewerId: z.int() })
export type ReviewPair = z.output<typeof ReviewPair>

/** The network of an address, like `networkOf`: an IPv4 address, or the /64 of an IPv6 address. */
const networkIn = (ip: RawBuilder<unknown>) =>
  sql`case family(${ip}) when 4 then ${ip} else network(set_masklen(${ip}, 64)) end`

/** The network of a user's last sign-in; null if it is not known. */
export const lastNetwork = (userId: RawBuilder<unknown>) => sql`(
  select ${networkIn(sql.ref('s.ip'))} from sessions s
  where s.user_id = ${userId} and s.ip is not null order by s.last_seen_at desc limit 1)`

/** Start of the period that a rule counts: `hours` ago, or a moderator's last decision if that was later. */
const since = (ownerId: number, rule: QueueRule, hours: number) => sql`greatest(
  now() - ${sql.lit(hours)} * interval '1 hour',
  (select max(decided_at) from holds where owner_id = ${ownerId} and rule = ${rule}))`

/** Reviews read for one judgement. */
const maxRows = sql.lit(200)

/**
 * The reviews of a user without a deal, in a short time, by new accounts or from one network, including the new review and
 * waiting ones.
 */
export function findBurst(tx: Tx, { userId, reviewerId }: ReviewPair): Promise<ReviewPair[]> {
  const { hours, newDays, oneNetwork } = thresholds.reviewBurst
  const written = (table: string) => sql`(
    select reviewer_id from ${sql.table(table)}
    where user_id = ${userId} and created_at > (select since from bound) and (proof is null or proof = 'TALKED')
    order by created_at desc limit ${maxRows})`
  return typedSql(
    ReviewPair,
    sql`with bound as (
      select ${since(userId, 'REVIEW_BURST', hours)} as since
    ), reviewers as materialized (
      select u.id, u.created_at > now() - ${sql.lit(newDays)} * interval '1 day' as is_new,
        ${lastNetwork(sql.ref('u.id'))} as network
      from (${written('reviews')} union ${written('waiting_reviews')} union select ${reviewerId}::int) as r
      join users u on u.id = r.reviewer_id
    )
    select ${userId}::int as "userId", r.id as "reviewerId" from reviewers r
    where r.is_new or (select count(*) from reviewers o where o.network = r.network) >= ${sql.lit(oneNetwork)}`,
  ).execute(tx)
}

/**
 * The good reviews that form a ring with one that is written now: circles of three or four accounts, and, for a review without proof,
 * the pairs of the reviewed user in which both reviewed the other without ever having talked.
 */
export function findRing(
  tx: Tx,
  { userId, reviewerId, isProven }: ReviewPair & { isProven: boolean },
): Promise<ReviewPair[]> {
  const { days, stars } = thresholds.reviewRing
  const counts = (review: string) =>
    sql`${sql.ref(`${review}.stars`)} >= ${sql.lit(stars)} and ${sql.ref(`${review}.created_at`)} > (select since from bound)`
  // The reviewed user reviewed somebody (a), …, who reviewed the one who writes now (z).
  return typedSql(
    ReviewPair,
    sql`with bound as (
      select ${since(userId, 'REVIEW_RING', days * 24)} as since
    ), threes as (
      select array[a.id, z.id] as ids
      from reviews a join reviews z on z.reviewer_id = a.user_id and z.user_id = ${reviewerId}
      where a.reviewer_id = ${userId} and ${counts('a')} and ${counts('z')} limit ${maxRows}
    ), fours as (
      select array[a.id, m.id, z.id] as ids
      from reviews a
      join reviews m on m.reviewer_id = a.user_id and m.user_id <> ${userId}
      join reviews z on z.reviewer_id = m.user_id and z.user_id = ${reviewerId}
      where a.reviewer_id = ${userId} and a.user_id <> ${reviewerId}
        and ${counts('a')} and ${counts('m')} and ${counts('z')} limit ${maxRows}
    ), pairs as (
      select array[a.id, z.id] as ids
      from reviews a left join reviews z on z.reviewer_id = a.user_id and z.user_id = a.reviewer_id
      where not ${isProven} and a.reviewer_id = ${userId} and a.proof is null and ${counts('a')}
        and (a.user_id = ${reviewerId} or z.proof is null and ${counts('z')}) limit ${maxRows}
    )
    select distinct user_id as "userId", reviewer_id as "reviewerId" from reviews
    where id in (
      select unnest(ids) from threes union select unnest(ids) from fours
      union select unnest(ids) from pairs
      where exists (select from reviews where reviewer_id = ${userId} and user_id = ${reviewerId} and proof is null and stars >= ${sql.lit(stars)}))`,
  ).execute(tx)
}

/** Adds reviews to the open item of the review queue about a user, or a new one; returns the item's id. */
export async function holdReviews(
  tx: Tx,
  rule: 'REVIEW_BURST' | 'REVIEW_RING',
  ownerId: number,
  reviews: ReviewPair[],
): Promise<number> {
  const { id } = await tx
    .insertInto('holds')
    .values({ kind: 'REVIEW', rule, owner_id: ownerId })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'rule'])
        .where('rule', 'in', sql<never>`('REVIEW_BURST', 'REVIEW_RING')`)
        .where('decision', 'is', null)
        .doUpdateSet({ rule }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertSuspects(tx, id, reviews, null)
  return id
}

interface ReviewReport {
  rule: 'REVIEW_REPORTED' | 'ANSWER_REPORTED'
  review: ReviewPair & { comment: string | null; answer: string | null }
  reporterId: number
  reason: string
}

/** A reported review or answer, in the review queue; returns whether it was not there yet. */
export async function holdReported(tx: Tx, report: ReviewReport): Promise<boolean> {
  const { rule, review, reporterId, reason } = report
  const ownerId = rule === 'REVIEW_REPORTED' ? review.reviewerId : review.userId
  const open = await tx
    .selectFrom('holds as h')
    .innerJoin('suspect_reviews as s', 's.hold_id', 'h.id')
    .select('h.id')
    .where('h.rule', '=', rule)
    .where('h.decision', 'is', null)
    .where('s.user_id', '=', review.userId)
    .where('s.reviewer_id', '=', review.reviewerId)
    .executeTakeFirst()
  if (open) return false
  const { id } = await tx
    .insertInto('holds')
    // Its author may change it before a moderator looks.
    .values({
      ...{ kind: 'REVIEW', rule, owner_id: ownerId },
      body: rule === 'REVIEW_REPORTED' ? review.comment : review.answer,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertSuspects(tx, id, [review], { reporterId, reason })
  return true
}

const SettledReviewReport = z.strictObject({
  to: z.string(),
  name: z.string(),
  userId: z.int(),
  label: z.string(),
  targetType: z.enum(['REVIEW', 'ANSWER']),
  reason: z.string(),
  wantsMail: z.boolean(),
})

/** The reports behind an item of the review queue whose reporters learn of the outcome. */
export async function findReviewReports(
  tx: Tx,
  holdId: number,
): Promise<z.output<typeof SettledReviewReport>[]> {
  return typedSql(
    SettledReviewReport,
    sql`select p.email as "to", p.full_name as name, p.id as "userId", ${publicName('a')} as label,
      case h.rule when 'REVIEW_REPORTED' then 'REVIEW' else 'ANSWER' end as "targetType", s.reason,
      p.notify_reports as "wantsMail"
    from suspect_reviews s join holds h on h.id = s.hold_id join users p on p.id = s.reporter_id
    join users a on a.id = h.owner_id
    where s.hold_id = ${holdId} and not (${isInactive('p')})`,
  ).execute(tx)
}

async function insertSuspects(
  tx: Tx,
  holdId: number,
  reviews: ReviewPair[],
  report: { reporterId: number; reason: string } | null,
): Promise<void> {
  await tx
    .insertInto('suspect_reviews')
    .values(
      reviews.map(({ userId, reviewerId }) => ({
        hold_id: holdId,
        user_id: userId,
        reviewer_id: reviewerId,
        reporter_id: report?.reporterId ?? null,
        reason: report?.reason ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
