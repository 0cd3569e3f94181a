import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

/**
 * Whether an administrator may decide about what concerns `people`, an array of ids: not about themself, nor about an act of their own
 * (`actorId`), unless no other active administrator can.
 */
export function mayDecide(
  adminId: number,
  people: RawBuilder<unknown>,
  actorId: RawBuilder<unknown> = sql`null::int`,
): RawBuilder<boolean> {
  return sql<boolean>`(${adminId}::int <> all(${people}) and ${actorId} is distinct from ${adminId}::int
    or not ${hasColleague(adminId, people)})`
}

/** Whether there is another active administrator, who is none of `people`. */
const hasColleague = (adminId: number, people: RawBuilder<unknown>) => sql`exists (
  select from users colleague
  where colleague.role = 'ADMIN' and colleague.id <> ${adminId}::int and colleague.id <> all(${people})
    and colleague.email_verified_at is not null and not (${isInactive('colleague')}))`

/**
 * Whether an administrator may decide about report `r`; otherwise they do not see it, so that nobody need fear to report them. Their own
 * targets are read once: looking up the seller of each of 100,000 reports would take 100 ms.
 */
export const mayDecideReport = (adminId: number) => sql<boolean>`(
  (r.target_type, r.target_id) not in (
    select 'USER'::text, ${adminId}::int union all select 'LISTING', id from listings where seller_id = ${adminId})
  or not ${hasColleague(adminId, sql`array[${adminId}::int]`)})`

/** The same for item `h` of the review queue, which concerns its owner, and both sides of its reviews. */
export const mayDecideItem = (adminId: number) =>
  mayDecide(
    adminId,
    sql`case h.kind when 'REVIEW' then array(
      select h.owner_id union all select user_id from suspect_reviews where hold_id = h.id
      union all select reviewer_id from suspect_reviews where hold_id = h.id) else array[h.owner_id] end`,
  )

const Answer = z.strictObject({ mayDecide: z.boolean() })

export async function mayDecideAbout(db: Db, adminId: number, people: number[]): Promise<boolean> {
  const answer = sql`select ${mayDecide(adminId, sql`${people}::int[]`)} as "mayDecide"`
  return (await typedSql(Answer, answer).one(db)).mayDecide
}

/** Whether an administrator may decide on an item of the review queue. */
export async function mayDecideOn(db: Db, adminId: number, itemId: number): Promise<boolean> {
  const answer = sql`select ${mayDecideItem(adminId)} as "mayDecide" from holds h where h.id = ${itemId}`
  return (await typedSql(Answer, answer).one(db)).mayDecide
}
