import type { Db } from '#server/db/pool.ts'

/** The highest listing id, 0 without listings: it determines the number of sitemap parts. */
export async function highestListingId(db: Db): Promise<number> {
  const { highest } = await db
    .selectFrom('listings')
    .select(({ fn }) => fn.max('id').as('highest'))
    .executeTakeFirstOrThrow()
  return highest ?? 0
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
