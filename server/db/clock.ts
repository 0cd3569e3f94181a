import { type RawBuilder, sql } from 'kysely'
import { TIME_ZONE } from '#shared/limits.ts'
import type { Db } from './pool.ts'

/** The database's time, which all servers share. */
export async function readClock(db: Db): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return now
}

/** The same distance from now, counted from the database's `now()`: the clocks of server and database may differ. */
export function byDatabaseClock(moment: Date | string): RawBuilder<Date> {
  const seconds = (new Date(moment).getTime() - Date.now()) / 1000
  return sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`
}

const zone = sql.lit(TIME_ZONE)

/** The date in Nigeria of a moment (timestamptz). */
export const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${zone})::date`
export const today = dayOf(sql`now()`)

/** The moment (timestamptz) of a date or time in Nigeria; of a date its midnight. */
export const momentOf = (local: RawBuilder<unknown>) => sql`((${local})::timestamp at time zone ${zone})`
