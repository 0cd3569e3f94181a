import { sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { ReportStatus } from '#shared/contract/reports.ts'
import { claimant } from './case-claims.db.ts'
import { mayDecideReport } from './may-decide.db.ts'

/** Names and mail addresses of owners, and whether they are banned or leaving; deleted accounts are left out. */
export async function findOwners(
  db: Db,
  ids: number[],
): Promise<{ id: number; to: string; name: string; isInactive: boolean }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email as to', 'full_name as name', isInactive('users').as('isInactive')])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

const LockedReport = z.strictObject({
  status: ReportStatus,
  mayDecide: z.boolean(),
  /** Another administrator who works on its case. */
  claimedBy: z.string().nullable(),
})

/**
 * What decides how an administrator can close a report; null if there is no such report. Locks the open reports about its target until
 * the transaction ends: of two who close the last ones at once, the second sees that its own is the last.
 */
export async function lockReport(
  tx: Db,
  adminId: number,
  id: number,
): Promise<z.output<typeof LockedReport> | null> {
  await sql`select from reports
    where status = 'NEW' and (target_type, target_id) = (select target_type, target_id from reports where id = ${id})
    order by id for update`.execute(tx)
  return typedSql(
    LockedReport,
    sql`select r.status, ${mayDecideReport(adminId)} as "mayDecide",
        ${claimant(adminId, sql`r.target_type`, sql`r.target_id`)} as "claimedBy"
      from reports r where r.id = ${id}`,
  ).first(tx)
}

/** Closes a report, and ends the claim of its target if it was the last open one. */
export async function closeReport(tx: Db, id: number, status: ReportStatus): Promise<void> {
  await sql`with closed as (
      update reports set status = ${status}, closed_at = now(), seen = null, to_tell = true where id = ${id} returning target_type, target_id)
    delete from report_claims c using closed
    where c.target_type = closed.target_type and c.target_id = closed.target_id and not exists (
      select from reports r
      where r.status = 'NEW' and r.target_type = c.target_type and r.target_id = c.target_id and r.id <> ${id})`.execute(
    tx,
  )
}

/** Closes the open reports about a target and ends the claim of it; returns the ids of those that it closed. */
export async function closeReportsAbout(
  tx: Db,
  { targetType, targetId }: CaseTarget,
  status: ReportStatus,
): Promise<number[]> {
  const closed = await tx
    .updateTable('reports')
    .set({ status, closed_at: sql<Date>`now()`, seen: null, to_tell: true })
    .where('status', '=', 'NEW')
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .returning('id')
    .execute()
  await tx
    .deleteFrom('report_claims')
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .execute()
  return closed.map(({ id }) => id)
}
