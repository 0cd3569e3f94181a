import type { Db } from '#server/db/pool.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { Report, ReportDraft } from '#shared/contract/reports.ts'

/**
 * Files a report; returns null if the reporter already has an open one about the same target, even with
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
    })
    .onConflict((conflict) =>
      conflict.columns(['reporter_id', 'target_type', 'target_id']).where('status', '=', 'NEW').doNothing(),
    )
    .returning(['id', 'reason', 'details', 'status', 'created_at as createdAt'])
    .executeTakeFirst()
  return row ? { ...withIsoTimes(row), targetType, targetId } : null
}
