import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

type What = 'mail' | 'sms' | 'backup'

export interface LastResult {
  succeededAt: Date | null
  /** Whether the last try failed. */
  isFailing: boolean
}

/** Notes that something went well, or why not; the same result again within a minute is not written. */
export async function noteResult(db: Db, what: What, failure: string | null): Promise<void> {
  const own = sql.ref(failure === null ? 'succeeded_at' : 'failed_at')
  const other = sql.ref(failure === null ? 'failed_at' : 'succeeded_at')
  await sql`
    update last_results set ${own} = clock_timestamp(), failure = ${failure?.slice(0, 500) ?? null}
    where what = ${what} and (${own} is null or ${own} < clock_timestamp() - interval '1 minute' or ${other} >= ${own})`.execute(
    db,
  )
}

/** The last results of all processes, by what they are of. */
export async function readLastResults(db: Db): Promise<Map<What, LastResult>> {
  const { rows } = await sql<LastResult & { what: What }>`
    select what, succeeded_at as "succeededAt", coalesce(failed_at > coalesce(succeeded_at, '-infinity'), false) as "isFailing"
    from last_results`.execute(db)
  return new Map(rows.map((row) => [row.what, row]))
}
