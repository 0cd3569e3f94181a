import type { Db } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { CardRow, cardColumns, toCards } from '../catalogue.db.ts'

/** Candidates to compare: the document of each is read. */
const maxNewest = 40
/** Listings that are shown. */
const maxSimilar = 8

/**
 * Public listings of a category, those first that share the most title words, then the latest. The candidates are what the
 * tsquery `rare` finds, up to the constant `maxWithRare`, and the listings `sampled`, or else the newest of the category; only a public
 * listing has a document.
 * `inTitle` are tsqueries of one lexeme each. `rare` is compared as a subquery: by its value PostgreSQL would plan the statement at
 * each call, which takes longer than to run it. The category is filtered in its rows: few listings share a rare word, and of the
 * category's posting list PostgreSQL would read a page for each of them.
 */
export async function findSimilar(
  db: Db,
  listing: { id: number; categoryId: number },
  words: { inTitle: string[]; rare: string | null; maxWithRare: number; sampled: number[] | null },
): Promise<ListingCard[]> {
  const others = words.sampled
    ? 'select unnest($5::integer[]) as id'
    : `(select id from listing_search where category_id = $1 order by created_at desc, id desc limit ${maxNewest})`
  const text = `
    with candidate as (
      ${others}
      union
      (select id from listing_search where search_document(id) @@ (select $2::tsquery) and category_id + 0 = $1
        limit ${words.maxWithRare})
    ), nearest as (
      select id, (select count(*) from unnest($3::tsquery[]) as word where d.document @@ word) as shared
      from candidate join listing_documents d on d.listing_id = id where id <> $4
      order by shared desc, id desc limit ${maxSimilar}
    )
    select c.* from nearest p cross join lateral (
      select ${cardColumns} from listings l join users u on u.id = l.seller_id
      where l.id = p.id and l.category_id = $1 offset 0
    ) c order by p.shared desc, p.id desc`
  const values = [
    listing.categoryId,
    words.rare,
    words.inTitle,
    listing.id,
    ...(words.sampled ? [words.sampled] : []),
  ]
  return toCards(db, await readPrepared(db, { shape: CardRow, text, values }))
}
