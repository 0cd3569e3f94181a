import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'
import { Id, Kobo } from '#shared/contract/common.ts'
import { Condition } from '#shared/contract/listing-values.ts'

const PricedListing = z.strictObject({ price: Kobo, condition: Condition, state: z.string(), sellerId: Id })
/** A listing with its asking price. */
export type PricedListing = z.output<typeof PricedListing>

const Hits = z.strictObject({ hits: z.number() })

const isSold = `l.status = 'SOLD' and l.deleted_at is null
  and sold_document(l.id, l.title, l.category_id, l.condition, l.state)`

/** How many public and sold listings each tsquery finds; counting stops at `cap` of either. */
export async function countTitles(db: Db, tsqueries: string[], cap: number): Promise<number[]> {
  const text = `
    select (select count(*) from (
        (select 1 from listing_search s where search_document(s.id) @@ q.query::tsquery limit $2)
        union all
        (select 1 from listings l where ${isSold} @@ q.query::tsquery limit $2)
      ) hit) as hits
    from unnest($1::text[]) with ordinality as q (query, position) order by q.position`
  return (await readPrepared(db, { shape: Hits, text, values: [tsqueries, cap] })).map(({ hits }) => hits)
}

/** Number of the newest listings to read: of one state and condition, and of any. */
interface Limits {
  near: number
  all: number
}

/**
 * The newest public listings of a category that the tsquery of title words finds; `near` of them are of the state and condition.
 * `scan`: not by the index of the words, but among so many of the newest of the category, which is faster where very many match.
 */
export async function findActive(
  db: Db,
  { tsquery, category, condition, state }: SimilarQuery,
  limits: Limits,
  scan: number | null,
): Promise<PricedListing[]> {
  const columns = 's.id, s.price, s.condition, s.state, s.created_at'
  // `+ 0`: the category is checked in the rows.
  const found = scan
    ? `select * from (select ${columns} from listing_search s where s.category_id = $2
        order by s.created_at desc, s.id desc limit $7) s
      where (select d.document @@ $1::tsquery from listing_documents d where d.listing_id = s.id)`
    : `select ${columns} from listing_search s where search_document(s.id) @@ $1::tsquery and s.category_id + 0 = $2`
  const text = `
    with found as materialized (${found}), newest as (
      (select * from found where condition = $3 and state = $4 order by created_at desc, id desc limit $5)
      union (select * from found order by created_at desc, id desc limit $6)
    )
    select n.price, n.condition, n.state, l.seller_id as "sellerId"
    from newest n cross join lateral (select l.seller_id from listings l where l.id = n.id offset 0) l
    order by n.created_at desc, n.id desc`
  const values = [tsquery, category, condition ?? null, state ?? null, limits.near, limits.all]
  return readPrepared(db, { shape: PricedListing, text, values: scan ? [...values, scan] : values })
}

export interface SimilarQuery {
  tsquery: string
  category: number
  condition: Condition | undefined
  state: string | undefined
}

/**
 * The newest listings of the tsquery that were sold, of active sellers only. `share`: look only at this newest part of all
 * listings.
 */
export async function findSold(
  db: Db,
  tsquery: string,
  share: number,
  limit: number,
): Promise<PricedListing[]> {
  // The ids are in groups of 16,384, each with its lexeme (0023_sold_listings.sql).
  const text = `
    select l.price, l.condition, l.state, l.seller_id as "sellerId"
    from (
      select l.id, l.price, l.condition, l.state, l.seller_id from listings l
      where ${isSold} @@ (
        select $1::tsquery && coalesce(string_agg(format('''#%s''', number), '|')::tsquery, $1::tsquery)
        from (select max(id) >> 14 as last from listings) newest,
          generate_series(last - ceil(last * $2::float)::integer, last) as number
        where $2::float < 1
      )
      order by l.id desc limit $3
    ) l
    join users u on u.id = l.seller_id
    where num_nonnulls(u.banned_at, u.deletion_due_at, u.deleted_at) = 0`
  return readPrepared(db, { shape: PricedListing, text, values: [tsquery, share, limit] })
}
