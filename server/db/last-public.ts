import { type RawBuilder, sql } from 'kysely'
import type { Photo } from '#shared/contract/common.ts'
import type { ListingStatus } from '#shared/contract/listing-values.ts'

// The state of a listing that people other than its seller may see if they once saw it: listings.last_public,
// maintained by a trigger (migration 0011). `listings` is the table's alias in the query.

export interface LastPublic {
  title: string
  photo: Photo | null
  /** Absent where an older version hid it, and where it is to be ACTIVE when shown again. */
  status?: ListingStatus
  /** It was hidden already, by its owner or its end, when a moderator hid it. */
  wasHidden?: true
}

/** Columns for an update that hides a listing: keeps its public state, to which it returns when it is shown. */
export const snapshotLastPublic = {
  last_public: sql<string>`coalesce(last_public, jsonb_build_object('title', title, 'photo', photos -> 0, 'status', status))`,
}

/** Columns for an update by which a moderator hides a listing. */
export const snapshotModerated = {
  last_public: sql<string>`${snapshotLastPublic.last_public}
    || case when status = 'HIDDEN' then '{"wasHidden": true}' else '{}' end::jsonb`,
}

/** Whether it was hidden already when a moderator hid it. */
export function wasHidden(listings: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${listings}.${name}`)
  return sql<boolean>`(${column('hidden_by_moderator')} and coalesce(${column('last_public')} ? 'wasHidden', false))`
}

/** Whether it is hidden, and was sold before. */
export function wasSold(listings: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${listings}.${name}`)
  return sql<boolean>`(${column('status')} = 'HIDDEN' and coalesce(${column('last_public')} ->> 'status' = 'SOLD', false))`
}

/** The title when the listing was last public. */
export function publicTitle(listings: string): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(`${listings}.last_public`)} ->> 'title', ${sql.ref(`${listings}.title`)})`
}

/** The cover when the listing was last public: an array of one or none. */
export function publicCover(listings: string): RawBuilder<Photo[]> {
  const lastPublic = sql.ref(`${listings}.last_public`)
  return sql<Photo[]>`case
    when ${lastPublic} is null then jsonb_path_query_array(${sql.ref(`${listings}.photos`)}, '$[0]')
    else jsonb_path_query_array(${lastPublic}, '$.photo ? (@ != null)')
  end`
}
