import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { Photo } from '#shared/contract/common.ts'

/** The pictures at these paths that our upload returned to this user (or that belong to nobody). */
export async function findUploads(db: Db, uploaderId: number, paths: string[]): Promise<Photo[]> {
  return db
    .selectFrom('uploads')
    .select(['url', 'width', 'height', 'placeholder'])
    .where(sql<boolean>`url = any(${paths}::text[])`)
    .where((where) => where.or([where('uploader_id', '=', uploaderId), where('uploader_id', 'is', null)]))
    .execute()
}
