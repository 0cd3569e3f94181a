import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { isBetweenUsers } from '#server/db/waiting-reviews.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { Report, ReportDraft } from '#shared/contract/reports.ts'
import { stateOfListing, stateOfUser } from './reported-state.db.ts'

/** Whether a user has a conversation with another one whose account is not deleted. */
export async function hasConversationWith(db: Db, userId: number, otherId: number): Promise<boolean> {
  const found = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', otherId)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`exists (select from threads t where ${isBetweenUsers('t', userId, otherId)})`)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Files a report with what its target shows now; returns null if the reporter already has an open one about the same target, even with
 * concurrent calls.
 */
export async function insertReport(
  db: Db,
  reporterId: number,
  { targetType, targetId, reason, details }: ReportDraft,
): Promise<Report | null> {
  const row = await db
    .insertInto('reports')
    .values({
      reporter_id: reporterId,
      target_type: targetType,
      target_id: targetId,
      reason,
      details: details || null,
      seen:
        targetType === 'LISTING'
          ? sql<string>`(select ${stateOfListing('l')} from listings l where l.id = ${targetId})`
          : sql<string>`(select ${stateOfUser('u')} from users u where u.id = ${targetId})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['reporter_id', 'target_type', 'target_id']).where('status', '=', 'NEW').doNothing(),
    )
    .returning(['id', 'reason', 'details', 'status', 'created_at as createdAt'])
    .executeTakeFirst()
  return row ? { ...withIsoTimes(row), targetType, targetId } : null
}
