import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

/** The words of a text as search keeps them. */
export async function lexemesOf(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ lexemes: string[] }>`select search_lexemes(${text}) as lexemes`.execute(db)
  return rows[0]?.lexemes ?? []
}

/**
 * Public listings of a category, those first that share most of the title words, then the newest. Looks at what
 * `rareWords` (marked lexemes) find and at the newest of the category.
 */
export async function findSimilarIds(
  db: Db,
  listing: { id: number; categoryId: number },
  words: { inTitle: string[]; rare: string | null },
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with candidate as (
      (select id, created_at, document from listing_search where category_id = ${listing.categoryId}
        order by created_at desc, id desc limit 60)
      union
      (select id, created_at, document from listing_search where document @@ ${words.rare}::tsquery limit 500)
    )
    select id from candidate where id <> ${listing.id}
    order by (
      select count(*) from unnest(tsvector_to_array(document)) as word where word = any(${words.inTitle}::text[])
    ) desc, created_at desc, id desc
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
