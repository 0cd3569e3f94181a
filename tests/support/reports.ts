import type { CaseTarget } from '#shared/contract/cases.ts'
import type { TestApp, TestUser } from './test-app.ts'

/** Inserts an open report about a listing or a user, by a new reporter by default; returns its id. `minutes`: its age. */
export async function insertReport(
  t: TestApp,
  { targetType, targetId }: CaseTarget,
  reason: string,
  { by, minutes = 0 }: { by?: TestUser; minutes?: number } = {},
): Promise<number> {
  const reporter = by ?? (await t.user())
  const { id } = await t.db
    .insertInto('reports')
    .values({
      reporter_id: reporter.id,
      target_type: targetType,
      target_id: targetId,
      reason,
      details: `${reason}, in their words.`,
      created_at: new Date(Date.now() - minutes * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
