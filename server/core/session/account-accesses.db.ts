import { sql } from 'kysely'
import { currentLog } from '#server/lib/request-context.ts'
import type { AccountAccess } from '#shared/contract/settings.ts'
import { thresholds } from '#shared/thresholds.ts'
import { isDiskFull } from '../../db/failures.ts'
import type { Db } from '../../db/pool.ts'
import type { Viewer } from './session.ts'

/** That private data of this person is shown, and the report or queue item for which it is. */
export interface Look {
  userId: number
  kind: AccountAccess['kind']
  caseId?: number | null
}

/**
 * Records whose private data an administrator is about to get, once a day for each person, kind and case, in one statement. Callers
 * await it before they answer: what could not be recorded is not shown. While the database's disk is full, the record is a line in the
 * log, so that administrators can still read. Looking at one's own data is not recorded.
 */
export async function noteLooks(db: Db, admin: Pick<Viewer, 'id'>, looks: Look[]): Promise<void> {
  const others = looks.filter(({ userId }) => userId !== admin.id)
  if (others.length === 0) return
  await sql`insert into account_accesses (user_id, admin_id, kind, case_id)
    select distinct user_id, ${admin.id}::int, kind, case_id
    from unnest(${others.map(({ userId }) => userId)}::int[], ${others.map(({ kind }) => kind)}::text[],
      ${others.map(({ caseId }) => caseId ?? null)}::int[]) as looks (user_id, kind, case_id)
    order by user_id, kind, case_id
    on conflict do nothing`
    .execute(db)
    .catch((error: unknown) => {
      const log = currentLog()
      if (!log || !isDiskFull(error)) throw error
      log.warn(
        { adminId: admin.id, looks: others },
        'looks at private data are recorded here: the disk is full',
      )
    })
}

/** The last looks at an account by administrators, one for each kind and day, newest first. */
export async function findLooks(db: Db, userId: number, most: number = thresholds.accountAccess.shown) {
  return db
    .selectFrom('account_accesses')
    .select(['kind', sql<Date>`min(looked_at)`.as('at')])
    .where('user_id', '=', userId)
    .groupBy(['day', 'kind'])
    .orderBy('at', 'desc')
    .orderBy('kind')
    .limit(most)
    .execute()
}

export async function deleteOldLooks(db: Db): Promise<void> {
  await db
    .deleteFrom('account_accesses')
    .where('looked_at', '<', sql<Date>`now() - make_interval(days => ${thresholds.accountAccess.retention})`)
    .execute()
}
