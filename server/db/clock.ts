import { type RawBuilder, sql } from 'kysely'
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
