import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Uploads } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { Photo } from '#shared/contract/common.ts'

export type UploadRow = Omit<Selectable<Uploads>, 'created_at'>

export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute()
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}

const uploadsAt = statement<{ uploaderId: number; paths: string[] }, Photo>(
  (value) => sql`
    select url, width, height, placeholder from uploads
    where url = any(${value('paths')}::text[])
      and (uploader_id = ${value('uploaderId')} or uploader_id is null)`,
)

/** The pictures at these paths that our upload returned to this user (or that belong to nobody). */
export async function findUploads(db: Db, uploaderId: number, paths: string[]): Promise<Photo[]> {
  return uploadsAt(db, { uploaderId, paths })
}

/** Deletes up to `count` rows of pictures made before `before` that nothing shows, and answers their ids. */
export async function deleteOrphanedUploads(tx: Tx, before: Date, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with shown as (
      select substring(photo->>'url' from '/media/photos/([0-9a-f-]{36})/') as id
      from listings, jsonb_array_elements(photos || jsonb_build_array(last_public -> 'photo')) as photo
      union all
      select substring(avatar_url from '/media/photos/([0-9a-f-]{36})/')
      from users
      where avatar_url is not null
      union all
      select substring(attachment->>'url' from '/media/photos/([0-9a-f-]{36})/')
      from messages
      where attachment is not null
      union all
      select substring(attachment->>'url' from '/media/photos/([0-9a-f-]{36})/')
      from holds
      where attachment is not null
    )
    delete from uploads
    where id in (
      select uploads.id
      from uploads
      where created_at < ${before}
        and not exists (select from shown where shown.id = uploads.id::text)
      order by created_at
      limit ${count}
    )
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}
