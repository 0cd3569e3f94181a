import type { Tx } from '#server/db/pool.ts'
import type { DemoAct, DemoReport } from './marketplace.ts'
import { at } from './random.ts'
import type { Known } from './talk.db.ts'

/** Inserts in this order; returns the ids. */
export async function insertReports(
  tx: Tx,
  reports: readonly DemoReport[],
  { userId, listing }: Known,
): Promise<number[]> {
  if (reports.length === 0) return []
  const rows = await tx
    .insertInto('reports')
    .values(
      reports.map(({ reporter, about, reason, details, createdAt, closed }) => ({
        reporter_id: userId(reporter),
        target_type: typeof about === 'number' ? ('LISTING' as const) : ('USER' as const),
        target_id: typeof about === 'number' ? listing(about).id : userId(about),
        reason,
        details,
        status: closed?.status ?? 'NEW',
        created_at: createdAt,
        closed_at: closed?.at ?? null,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The history of moderation, in this order, all by one administrator. */
export async function insertActs(
  tx: Tx,
  acts: readonly DemoAct[],
  { listing }: Known,
  reportIds: readonly number[],
  adminId: number,
): Promise<void> {
  if (acts.length === 0) return
  const targetOf = (target: DemoAct['target']) =>
    'listing' in target
      ? { target_type: 'LISTING' as const, target_id: listing(target.listing).id }
      : { target_type: 'REPORT' as const, target_id: at(reportIds, target.report) }
  await tx
    .insertInto('moderation_acts')
    .values(
      acts.map((act) => ({
        admin_id: adminId,
        action: act.action,
        ...targetOf(act.target),
        reason: act.reason,
        rule: act.action === 'HIDE' ? ('copied' as const) : null,
        created_at: act.createdAt,
      })),
    )
    .execute()
}
