import type { Db } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { type CardRow, cardColumns, toCards } from './catalogue.db.ts'

/** Listings that are compared: each costs the reading of its document. */
const newest = 40
const withRareWords = 60

/**
 * Public listings of a category, those first that share most of the title words, then the newest. Looks at what `rare` finds
 * and at the newest of the category. Words are tsqueries of one lexeme each.
 */
export async function findSimilar(
  db: Db,
  listing: { id: number; categoryId: number },
  words: { inTitle: string[]; rare: string | null },
  limit: number,
): Promise<ListingCard[]> {
  const text = `
    with candidate as (
      (select id, created_at from listing_search where category_id = $1
        order by created_at desc, id desc limit ${newest})
      union
      (select id, created_at from listing_search where search_document(id) @@ $2::tsquery limit ${withRareWords})
    ), nearest as (
      select id, created_at,
        (select count(*) from unnest($3::text[]) as word where d.document @@ word::tsquery) as shared
      from candidate join listing_documents d on d.listing_id = id where id <> $4
      order by shared desc, created_at desc, id desc limit $5
    )
    select c.* from nearest p cross join lateral (
      select ${cardColumns} from listings l join users u on u.id = l.seller_id where l.id = p.id offset 0
    ) c order by p.shared desc, p.created_at desc, p.id desc`
  const values = [listing.categoryId, words.rare, words.inTitle, listing.id, limit]
  return toCards(db, await readPrepared<CardRow>(db, { text, values }))
}
