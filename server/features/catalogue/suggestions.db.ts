import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { Suggestion } from '#shared/contract/catalogue.ts'

/** Listings as suggestions, in the order of the ids. */
export async function findSuggestions(db: Db, ids: number[]): Promise<Suggestion[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('listings')
    .select([
      'id',
      'title',
      sql<string | null>`photos -> 0 ->> 'url'`.as('photo'),
      'price',
      'price_type as priceType',
    ])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute()
  const suggestions = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => suggestions.get(id) ?? [])
}
