import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'
import { typedSql } from '#server/db/typed-sql.ts'

/** A listing that the public may find now, and a search that finds it. */
const Match = z.strictObject({ searchId: z.int(), userId: z.int(), listingId: z.int() })
export type Match = z.output<typeof Match>

/** A listing for which to find the matching searches. */
export interface Found {
  listingId: number
  /** Kobo; set after a price drop: then only searches match whose maximum is below this old price. */
  priceBefore: number | null
}

/**
 * The searches that find these listings, of active people other than the seller, without a block between them; paused searches are not
 * in search_anchors (`indexSearch`). A listing looks up its words (and '*') with its category and place in search_anchors; the other
 * filters and all words are compared there.
 */
export async function findMatches(tx: Tx, found: readonly Found[]): Promise<Match[]> {
  // `offset 0`: PostgreSQL's planner takes each look-up by its index, however many rows it expects.
  const text = `
    select distinct s.id as "searchId", s.user_id as "userId", l.id as "listingId"
    from unnest($1::integer[], $2::bigint[]) as f (listing_id, price_before)
    join listing_search l on l.id = f.listing_id
    join listings o on o.id = l.id
    join listing_documents d on d.listing_id = l.id
    cross join lateral (
      select array(select lexeme from unnest(d.document) where left(lexeme, 1) not in ('=', '#')) || '*'::text as anchors
      offset 0
    ) has
    cross join lateral (
      select a.search_id as id, a.user_id from search_anchors a
      where a.anchor = any(has.anchors) and a.category_id = any(array[0, l.category_id])
        and a.state = any(array['', l.state]) and a.lga = any(array['', l.lga])
        and (a.condition is null or a.condition = l.condition) and (a.price_type is null or a.price_type = l.price_type)
        and (a.min_price is null or l.price >= a.min_price) and (a.max_price is null or l.price <= a.max_price)
        and (f.price_before is null or f.price_before > a.max_price)
        and a.user_id <> o.seller_id and case
          when a.anchor = '*' then true
          when a.query is not null then d.document @@ a.query
          else (select d.document @@ s.query from saved_searches s where s.id = a.search_id)
        end
      offset 0
    ) s
    cross join lateral (
      select from users u
      where u.id = s.user_id and num_nonnulls(u.banned_at, u.deletion_due_at, u.deleted_at) = 0
      offset 0
    ) u
    where not exists (select from blocks b where b.blocker_id = s.user_id and b.blocked_id = o.seller_id)
      and not exists (select from blocks b where b.blocker_id = o.seller_id and b.blocked_id = s.user_id)
    order by s.user_id, s.id, l.id`
  const values = [found.map(({ listingId }) => listingId), found.map(({ priceBefore }) => priceBefore)]
  return readPrepared(tx, { shape: Match, text, values })
}

/** Stores the matches; returns the keys of those that were not stored before. */
export async function insertMatches(tx: Tx, matches: readonly Match[]): Promise<Set<string>> {
  const inserted = await typedSql(
    Match.omit({ userId: true }),
    sql`insert into search_matches (search_id, listing_id)
      select * from unnest(${matches.map(({ searchId }) => searchId)}::integer[],
        ${matches.map(({ listingId }) => listingId)}::integer[])
      on conflict do nothing
      returning search_id as "searchId", listing_id as "listingId"`,
  ).execute(tx)
  return new Set(inserted.map(keyOf))
}

export const keyOf = ({ searchId, listingId }: Pick<Match, 'searchId' | 'listingId'>) =>
  `${searchId} ${listingId}`
