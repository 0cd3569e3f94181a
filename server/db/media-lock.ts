import { type Kysely, sql } from 'kysely'
import type { Database } from './pool.ts'

/**
 * The advisory lock for reading pictures in a backup: shared for backups, exclusive for deleting pictures.
 */
export const mediaLock = 7_264_001

/** Locks out backups until the transaction ends; false while one is reading pictures. */
export async function tryLockMediaDeletion(tx: Kysely<Database>): Promise<boolean> {
  const { isFree } = await tx
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${mediaLock})`.as('isFree'))
    .executeTakeFirstOrThrow()
  return isFree
}
