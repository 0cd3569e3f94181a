import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { claimant } from './case-claims.db.ts'
import { mayDecide } from './may-decide.db.ts'

const OpenCase = z.strictObject({
  openReports: z.int(),
  /** The listing's seller, or the user; null if the target does not exist. */
  ownerId: z.int().nullable(),
  /** The listing is deleted, or its account is. */
  isDeleted: z.boolean(),
  isHiddenByModerator: z.boolean(),
  /** A rule hides the listing until a moderator decides in the review queue. */
  isHeld: z.boolean(),
  isOwnerBanned: z.boolean(),
  /** Another administrator who works on it. */
  claimedBy: z.string().nullable(),
  mayDecide: z.boolean(),
})
export type OpenCase = z.output<typeof OpenCase>

/** What decides how a case can be settled by an administrator. */
export async function findCase(
  db: Db,
  adminId: number,
  { targetType, targetId }: CaseTarget,
): Promise<OpenCase> {
  // Of two who settle it at once, the second finds no open report.
  await sql`select from reports where status = 'NEW' and target_type = ${targetType} and target_id = ${targetId}
    order by id for update`.execute(db)
  return typedSql(
    OpenCase,
    sql`select
      (select count(*) from reports r
        where r.status = 'NEW' and r.target_type = c.type and r.target_id = c.id) as "openReports",
      s.id as "ownerId",
      coalesce(case c.type when 'LISTING' then l.deleted_at else s.deleted_at end is not null, false) as "isDeleted",
      coalesce(l.status = 'HIDDEN' and l.hidden_by_moderator, false) as "isHiddenByModerator",
      exists (select from holds where listing_id = l.id and kind = 'LISTING' and decision is null) as "isHeld",
      s.banned_at is not null as "isOwnerBanned",
      ${claimant(adminId, sql`c.type`, sql`c.id`)} as "claimedBy",
      ${mayDecide(adminId, sql`array[s.id]`)} as "mayDecide"
    from (select ${targetType}::text as type, ${targetId}::int as id) as c
    left join listings l on c.type = 'LISTING' and l.id = c.id
    left join users s on s.id = case c.type when 'LISTING' then l.seller_id else c.id end`,
  ).one(db)
}
