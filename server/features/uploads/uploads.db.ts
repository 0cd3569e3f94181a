import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { usedPhotoIds } from '#server/db/photo-uses.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { hidden, statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { PhotoHashes } from './photo-hash.ts'

export type UploadRow = Omit<Selectable<DB['uploads']>, 'created_at' | 'hash' | 'probes' | 'compared_on'>

export async function insertUpload(db: Db, row: UploadRow, hashes: PhotoHashes | null): Promise<void> {
  await db
    .insertInto('uploads')
    .values({ ...row, ...hashColumns(hashes) })
    .execute()
}

/** Hashes as columns. JavaScript's numbers are too short for them, so they are written as texts and never read. */
const hashColumns = (hashes: PhotoHashes | null) => ({
  hash: sql<number>`${hashes && String(hashes.hash)}::bigint`,
  probes: sql<string[]>`${`{${hashes?.probes.join() ?? ''}}`}::bigint[]`,
})

const Unhashed = z.strictObject({
  id: z.string(),
  width: z.int(),
})
export type Unhashed = z.output<typeof Unhashed>

const Part = z.strictObject({ ids: z.array(z.int()).nullable(), uploads: z.array(Unhashed).nullable() })

/**
 * The next `count` of the listings whose photos may lack hashes, the newest first, and those photos; locked until the
 * transaction ends. Null if none are left, or another server is at work.
 */
export async function takeUnhashed(
  tx: Tx,
  count: number,
): Promise<{ ids: number[]; uploads: Unhashed[] } | null> {
  const [part] = await typedSql(
    Part,
    sql`with backlog as materialized (select before_id from photo_hash_backlog for update skip locked),
    part as materialized (
      select l.id, l.photos from backlog, lateral (
        select id, photos from listings where id < backlog.before_id order by id desc limit ${count}) as l
    ), moved as (
      update photo_hash_backlog set before_id = (select min(id) from part) where exists (select from part)
    ), ended as (
      delete from photo_hash_backlog where exists (select from backlog) and not exists (select from part)
    )
    select (select json_agg(id) from part) as ids, (
      select json_agg(distinct jsonb_build_object('id', u.id, 'width', u.width))
      from part, jsonb_array_elements(part.photos) as photo join uploads u on u.url = photo ->> 'url'
      where u.probes is null) as uploads`,
  ).execute(tx)
  return part?.ids ? { ids: part.ids, uploads: part.uploads ?? [] } : null
}

/** Writes the hashes of an older upload. */
export async function updateHashes(tx: Tx, id: string, hashes: PhotoHashes | null): Promise<void> {
  await tx.updateTable('uploads').set(hashColumns(hashes)).where('id', '=', id).execute()
}

/** Makes the photos of listings findable by their hashes. */
export async function writePhotoHashes(tx: Tx, listingIds: number[]): Promise<void> {
  await sql`select write_photo_hashes(l) from listings l where id = any(${listingIds}::int[]) and deleted_at is null`.execute(
    tx,
  )
}

/** The hashes that a picture looks for; none where it is flat, has none yet, or lies elsewhere. */
export async function findProbes(db: Db, url: string): Promise<bigint[]> {
  const upload = await db
    .selectFrom('uploads')
    .select(sql<string[] | null>`probes::text[]`.as('probes'))
    .where('url', '=', url)
    .executeTakeFirst()
  return (upload?.probes ?? []).map(BigInt)
}

export async function deleteUploads(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('uploads').where('id', 'in', ids).execute()
}

const uploadsAt = statement((value: ValueOf<{ uploaderId: number; paths: string[] }>, db) =>
  db
    .selectFrom('uploads')
    .select(['url', 'width', 'height', 'placeholder'])
    .where('url', '=', sql<string>`any(${hidden(value('paths'), 'text[]')}::text[])`)
    .where(({ or, eb }) => or([eb('uploader_id', '=', value('uploaderId')), eb('uploader_id', 'is', null)]))
    .forKeyShare(),
)

/**
 * The pictures at these paths that the upload returned to this user (or that belong to nobody). Waits for a sweep that deletes them, and
 * keeps them from it until the transaction ends.
 */
export async function findUploads(db: Db, uploaderId: number, paths: string[]): Promise<Photo[]> {
  return uploadsAt(db, { uploaderId, paths })
}

const Orphan = z.strictObject({ id: z.string() })

const isUnused = sql`not exists (select from (${sql.raw(usedPhotoIds)}) as used where used.id = uploads.id::text)`

/**
 * Takes the address from up to `count` pictures older than `before` that nothing uses, so that nobody can use them any more; returns their
 * ids, also those of an interrupted sweep. Each of the two statements reads the photos of all listings.
 */
export async function retireUnused(tx: Tx, before: Date, count: number): Promise<string[]> {
  const unused = await typedSql(
    Orphan,
    sql`select id from uploads where created_at < ${before} and ${isUnused}
      order by created_at limit ${count} for update of uploads skip locked`,
  ).execute(tx)
  if (unused.length === 0) return []
  // Under the lock, again: a listing may have taken one meanwhile.
  const retired = await typedSql(
    Orphan,
    sql`update uploads set url = 'unused ' || id
      where id = any(${unused.map(({ id }) => id)}::uuid[]) and ${isUnused} returning id`,
  ).execute(tx)
  return retired.map(({ id }) => id)
}
