import { type RawBuilder, sql } from 'kysely'
import type { Photo } from '#shared/contract/common.ts'

// What others than its seller may see of a listing that they once saw, whatever became of it: listings.last_public, kept by a
// trigger (migration 0011). `listings` is the table's alias in the query.

export interface LastPublic {
  title: string
  photo: Photo | null
}

/** The title, as it was when the listing was last public. */
export function publicTitle(listings: string): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(`${listings}.last_public`)} ->> 'title', ${sql.ref(`${listings}.title`)})`
}

/** The cover, as it was when the listing was last public: a list of one, or of none. */
export function publicCover(listings: string): RawBuilder<Photo[]> {
  const lastPublic = sql.ref(`${listings}.last_public`)
  return sql<Photo[]>`case
    when ${lastPublic} is null then jsonb_path_query_array(${sql.ref(`${listings}.photos`)}, '$[0]')
    else jsonb_path_query_array(${lastPublic}, '$.photo ? (@ != null)')
  end`
}
