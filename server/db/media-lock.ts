import { type Kysely, sql } from 'kysely'
import type { Database } from './pool.ts'

/** The advisory lock under which a backup reads pictures: shared by backups, and taken alone by whoever deletes pictures. */
export const mediaLock = 7_264_001

/** Whether pictures may be deleted until the transaction ends: no backup is reading them, and none begins meanwhile. */
export async function mayDeleteMedia(tx: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(${mediaLock}) as free`.execute(tx)
  return rows[0]?.free === true
}
