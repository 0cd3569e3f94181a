import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

/**
 * The parts of `size` ids that have public listings, from 1 on: a part without any would be no valid sitemap. Reads one entry of an
 * index for each part.
 */
export async function partsWithListings(db: Db, size: number): Promise<number[]> {
  const next = (after: unknown) =>
    sql`(select (min(id) - 1) / ${sql.lit(size)} + 1 from listing_search where id > ${after})`
  const rows = await typedSql(
    z.strictObject({ part: z.number() }),
    sql`with recursive parts (part) as (
        select ${next(sql`0`)} union all select ${next(sql`part * ${sql.lit(size)}`)} from parts where part is not null
      ) select part from parts where part is not null`,
  ).execute(db)
  return rows.map(({ part }) => part)
}

/** Public listings with ids above `after` up to `upTo`. */
export async function listingsBetween(db: Db, after: number, upTo: number) {
  return db
    .selectFrom('listing_search')
    .innerJoin('listings', 'listings.id', 'listing_search.id')
    .select(['listings.id', 'listings.updated_at as updatedAt'])
    .where('listings.id', '>', after)
    .where('listings.id', '<=', upTo)
    .orderBy('listings.id')
    .execute()
}

export async function categoryIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('categories').select('id').orderBy('position').execute()
  return rows.map((row) => row.id)
}
