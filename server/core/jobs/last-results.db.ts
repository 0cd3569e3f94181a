import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

const Result = z.strictObject({
  what: z.enum(['mail', 'sms', 'backup']),
  succeededAt: z.date().nullable(),
  /** Whether the last try failed. */
  isFailing: z.boolean(),
})
type What = z.output<typeof Result>['what']
export type LastResult = Omit<z.output<typeof Result>, 'what'>

/** Records a success or a failure; the same result within a minute is not written again. */
export async function recordLastResult(db: Db, what: What, failure: string | null): Promise<void> {
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
  const rows = await typedSql(
    Result,
    sql`select what, succeeded_at as "succeededAt",
      coalesce(failed_at > coalesce(succeeded_at, '-infinity'), false) as "isFailing"
    from last_results`,
  ).execute(db)
  return new Map(rows.map((row) => [row.what, row]))
}
