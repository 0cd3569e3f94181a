import { sql } from 'kysely'
import { currentLog } from '#server/lib/request-context.ts'
import type { AccountAccess } from '#shared/contract/settings.ts'
import { thresholds } from '#shared/thresholds.ts'
import { isDiskFull } from '../../db/failures.ts'
import type { Db } from '../../db/pool.ts'
import { primaryOf } from '../../db/replicas.ts'
import type { Viewer } from './session.ts'

/** An access to a user's private data; `caseId` is the report or queue item that is the reason. */
export interface PrivateDataAccess {
  userId: number
  kind: AccountAccess['kind']
  caseId?: number | null
}

/**
 * Records an administrator's accesses to private data, one row per person, kind, case and day, in one statement. Callers await it
 * before they respond: data is shown only if its access was recorded. While the database's disk is full, the log has the record
 * instead, so that administrators can still read. Access to one's own data is not recorded. `db` may be a replica.
 */
export async function recordAccesses(
  db: Db,
  admin: Pick<Viewer, 'id'>,
  accesses: PrivateDataAccess[],
): Promise<void> {
  const others = accesses.filter(({ userId }) => userId !== admin.id)
  if (others.length === 0) return
  await sql`insert into account_accesses (user_id, admin_id, kind, case_id)
    select distinct user_id, ${admin.id}::int, kind, case_id
    from unnest(${others.map(({ userId }) => userId)}::int[], ${others.map(({ kind }) => kind)}::text[],
      ${others.map(({ caseId }) => caseId ?? null)}::int[]) as accesses (user_id, kind, case_id)
    order by user_id, kind, case_id
    on conflict do nothing`
    .execute(primaryOf(db))
    .catch((error: unknown) => {
      const log = currentLog()
      if (!log || !isDiskFull(error)) throw error
      log.warn(
        { adminId: admin.id, accesses: others },
        'disk full: accesses to private data are recorded in this log only',
      )
    })
}

/** The last accesses of administrators to an account, one per kind and day, newest first. */
export async function findAccesses(db: Db, userId: number, limit: number = thresholds.accountAccess.shown) {
  return db
    .selectFrom('account_accesses')
    .select(['kind', sql<Date>`min(looked_at)`.as('at')])
    .where('user_id', '=', userId)
    .groupBy(['day', 'kind'])
    .orderBy('at', 'desc')
    .orderBy('kind')
    .limit(limit)
    .execute()
}
