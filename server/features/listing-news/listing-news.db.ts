import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { Id, Kobo } from '#shared/contract/common.ts'

/** An event of a listing, written by a trigger in the transaction of the change (note_listing_news of 0055_news_of_hidden_sales.sql). */
const ListingNews = z.strictObject({
  id: Id,
  listingId: Id,
  sellerId: Id,
  what: z.enum(['PUBLISHED', 'AVAILABLE', 'CHEAPER', 'SOLD']),
  /** Kobo, of CHEAPER. */
  priceBefore: Kobo.nullable(),
  priceAfter: Kobo.nullable(),
  happenedAt: z.date(),
})
export type ListingNews = z.output<typeof ListingNews>

/** Whether any are due. */
export async function hasNews(db: Db): Promise<boolean> {
  const { rows } = await sql`select from listing_news where due_at <= now() limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Locks up to `limit` news that are due, oldest first; other processes skip locked rows. `ids` restricts them to these.
 */
export async function takeNews(tx: Tx, limit: number, ids?: readonly number[]): Promise<ListingNews[]> {
  return typedSql(
    ListingNews,
    sql`with taken as materialized (
        select * from listing_news
        where due_at <= now() ${ids ? sql`and id = any(${[...ids]}::bigint[])` : sql``}
        order by id limit ${limit} for update skip locked
      )
      select t.id, t.listing_id as "listingId", l.seller_id as "sellerId", t.what, t.price_before as "priceBefore",
        t.price_after as "priceAfter", t.happened_at as "happenedAt"
      from taken t join listings l on l.id = t.listing_id order by t.id`,
  ).execute(tx)
}

export async function deleteNews(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from listing_news where id = any(${[...ids]}::bigint[])`.execute(tx)
}

/** Exponential backoff: 5 s, doubled with each attempt, at most an hour. */
export async function postponeNews(db: Db, id: number): Promise<void> {
  await sql`update listing_news set attempts = least(attempts + 1, 20),
    due_at = now() + least(interval '1 hour', interval '5 seconds' * 2 ^ attempts) where id = ${id}`.execute(
    db,
  )
}
