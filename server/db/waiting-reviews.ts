import { type RawBuilder, sql } from 'kysely'
import { limits } from '#shared/limits.ts'

/** Columns or values with the ids of two users. */
type UserId = RawBuilder<number> | number

/** Whether a row with a seller and a buyer (a deal, a thread) is between two users. */
export const isBetweenUsers = (row: string, a: UserId, b: UserId): RawBuilder<boolean> => {
  const [seller, buyer] = [sql.ref(`${row}.seller_id`), sql.ref(`${row}.buyer_id`)]
  return sql<boolean>`(${seller} = ${a} and ${buyer} = ${b} or ${seller} = ${b} and ${buyer} = ${a})`
}

/** Whether somebody wrote a review of a user since a time, shown or waiting. */
export function hasReviewed(
  reviewerId: UserId,
  userId: UserId,
  since: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const written = (table: string) => sql`exists (
    select from ${sql.table(table)} as r
    where r.user_id = ${userId} and r.reviewer_id = ${reviewerId} and r.created_at >= ${since})`
  return sql<boolean>`(${written('reviews')} or ${written('waiting_reviews')})`
}

/**
 * When a review that is written now becomes visible at the latest: after a completed deal it waits for the other party's review of the
 * writer. Null if it does not wait, since there is no such deal or the other party wrote theirs.
 */
export function reviewWaitsUntil(reviewerId: UserId, userId: UserId): RawBuilder<Date | null> {
  const days = sql`${sql.lit(limits.review.waitDays)} * interval '1 day'`
  return sql<Date | null>`(
    select max(d.ended_at) + ${days} from deals d
    where d.status = 'COMPLETED' and d.ended_at > now() - ${days} and ${isBetweenUsers('d', reviewerId, userId)}
      and not ${hasReviewed(userId, reviewerId, sql.ref('d.ended_at'))})`
}
