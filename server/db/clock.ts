import { type RawBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'

/** The database's time, which all servers share, whatever their own clocks say. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** A moment that lies some time ahead by this computer's clock, as far ahead by the database's, by which it is looked at. */
export function byDatabaseClock(moment: Date | string): RawBuilder<Date> {
  const seconds = (new Date(moment).getTime() - Date.now()) / 1000
  return sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`
}
