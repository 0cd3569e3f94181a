import { sql } from 'kysely'
import { z } from 'zod'
import { isBlockBetween } from '#server/db/block-conditions.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import { publicTitle } from '#server/db/last-public.ts'
import type { Tx } from '#server/db/pool.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'
import { hasReviewed } from '#server/db/waiting-reviews.ts'
import { limits } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'

const Asked = z.strictObject({
  dealId: z.int(),
  listingId: z.int(),
  wantsMail: z.boolean(),
  userId: z.int(),
  email: z.string(),
  fullName: z.string(),
  otherId: z.int(),
  otherName: z.string(),
  /** Of the deal's listing. */
  title: z.string(),
})

/**
 * Marks at most 100 completed deals, so that each party gets one request, and returns their ids.
 */
export function claimDealsToReview(tx: Tx, now: Date): Promise<number[]> {
  return findIds(
    tx,
    sql`update deals set reviews_asked_at = ${now}
      where id in (
        select id from deals
        where status = 'COMPLETED' and reviews_asked_at is null
          and ended_at <= ${now}::timestamptz - ${sql.lit(thresholds.review.askAfterHours)} * interval '1 hour'
        order by ended_at limit 100 for update skip locked)
      returning id`,
  )
}

/**
 * The parties to these deals who have written no review since and have not blocked each other. After an outage, deals beyond the waiting
 * time of a review cause no request.
 */
export async function findRequests(tx: Tx, dealIds: number[], now: Date) {
  return typedSql(
    Asked,
    sql`select d.id as "dealId", l.id as "listingId", u.notify_reviews as "wantsMail", u.id as "userId", u.email, u.full_name as "fullName", other.id as "otherId", other.full_name as "otherName",
      ${publicTitle('l')} as title
    from deals d
    join listings l on l.id = d.listing_id
    join users u on u.id in (d.seller_id, d.buyer_id)
    join users other on other.id = d.seller_id + d.buyer_id - u.id
    where d.id = any(${dealIds}::int[]) and not (${isInactive('u')}) and not (${isInactive('other')})
      and d.ended_at > ${now}::timestamptz - ${sql.lit(limits.review.waitDays)} * interval '1 day'
      and not ${isBlockBetween('u.id', 'other.id')}
      and not ${hasReviewed(sql.ref('u.id'), sql.ref('other.id'), sql.ref('d.ended_at'))}`,
  ).execute(tx)
}
