import { type RawBuilder, sql } from 'kysely'
import { TIME_ZONE } from '#shared/limits.ts'
import type { Db } from './pool.ts'

/** The database's time, which all servers share. */
export async function readClock(db: Db): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return now
}

/** Converts a local future time to the same offset on the database clock, which it is compared with. */
export function byDatabaseClock(moment: Date | string): RawBuilder<Date> {
  const seconds = (new Date(moment).getTime() - Date.now()) / 1000
  return sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`
}

/** The date in Nigeria: '2026-05-31'. */
export function dayInNigeria(moment: Date): string {
  return moment.toLocaleDateString('en-CA', { timeZone: TIME_ZONE })
}

const zone = sql.lit(TIME_ZONE)

/** The date in Nigeria of a moment (timestamptz). */
export const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${zone})::date`
export const today = dayOf(sql`now()`)

/** The moment (timestamptz) of a date or time in Nigeria; of a date its midnight. */
export const timestampOf = (local: RawBuilder<unknown>) => sql`((${local})::timestamp at time zone ${zone})`

/** A moment (timestamptz) in microseconds since 1970, the database's precision. */
export const microsOf = (moment: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from ${moment}) * 1000000)::bigint`

/** The moment (timestamptz) of microseconds since 1970. */
export const momentOf = (micros: number | undefined) =>
  sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`
