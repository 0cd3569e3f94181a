import type { Db } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'

/** The words of a text as search keeps them. */
export async function lexemesOf(db: Db, text: string): Promise<string[]> {
  const rows = await readPrepared<{ lexemes: string[] }>(db, {
    text: 'select search_lexemes($1) as lexemes',
    values: [text],
  })
  return [...new Set(rows[0]?.lexemes ?? [])]
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
  const text = `with candidate as (
      (select id, created_at from listing_search where category_id = $1
        order by created_at desc, id desc limit 60)
      union
      (select id, created_at from listing_search where search_document(id) @@ $2::tsquery limit 500)
    )
    select id from candidate cross join lateral (
      select document from listing_documents where listing_id = candidate.id offset 0
    ) d
    where id <> $3
    order by (
      select count(*) from unnest($4::text[]) as word where d.document @@ word::tsquery
    ) desc, created_at desc, id desc
    limit $5`
  const values = [listing.categoryId, words.rare, listing.id, words.inTitle, limit]
  const rows = await readPrepared<{ id: number }>(db, { text, values })
  return rows.map(({ id }) => id)
}
