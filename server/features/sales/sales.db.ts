import { sql } from 'kysely'
import { z } from 'zod'
import { isBlockBetween } from '#server/db/block-conditions.ts'
import { dayOf, timestampOf, today } from '#server/db/clock.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { hasReviewed } from '#server/db/waiting-reviews.ts'
import { ListingStatistics, PossibleBuyer } from '#shared/contract/sales.ts'
import { limits } from '#shared/limits.ts'

/** The first day of the curves. */
const firstDay = sql`(${today} - ${sql.lit(limits.ownListings.days - 1)})`

/** An array with one number per day, oldest first, from `counts (day, count)`. */
const byDay = (counts: ReturnType<typeof sql>) => sql`array(
  select coalesce(c.count, 0)::integer
  from generate_series(0, ${sql.lit(limits.ownListings.days - 1)}) as ago
  left join (${counts}) as c (day, count) on c.day = ${firstDay} + ago
  order by ago)`

/** Whether conversation `t` has a message or a deal. */
const hasMessageOrDeal = sql`(exists (select from messages where thread_id = t.id) or exists (select from deals where thread_id = t.id))`

/** Statistics of those of these listings that belong to the seller. The cost grows with their saves and conversations. */
export function findStatistics(db: Db, sellerId: number, ids: number[]): Promise<ListingStatistics[]> {
  const since = sql`created_at >= ${timestampOf(firstDay)}`
  return typedSql(
    ListingStatistics.strict(),
    sql`select l.id, l.views,
      (select count(*)::integer from favorites where listing_id = l.id) as saves,
      (select count(*)::integer from threads t where t.listing_id = l.id and ${hasMessageOrDeal}) as conversations,
      jsonb_build_object(
        'views', ${byDay(sql`select day, views from listing_day_views where listing_id = l.id and day >= ${firstDay}`)},
        'saves', ${byDay(sql`select ${dayOf(sql`f.created_at`)}, count(*) from favorites f where f.listing_id = l.id and f.${since} group by 1`)},
        'conversations', ${byDay(sql`select ${dayOf(sql`t.created_at`)}, count(*) from threads t
          where t.listing_id = l.id and t.${since} and ${hasMessageOrDeal} group by 1`)}) as "byDay",
      (select jsonb_build_object('id', b.id, 'fullName', b.full_name,
          'youReviewed', ${hasReviewed(sellerId, sql.ref('b.id'), sql.ref('s.sold_at'))})
        from listing_sales s join users b on b.id = s.buyer_id
        where s.listing_id = l.id and s.stands and l.status = 'SOLD' and not (${isInactive('b')})) as "soldTo"
    from listings l
    where l.id = any(${ids}::integer[]) and l.seller_id = ${sellerId} and l.deleted_at is null`,
  ).execute(db)
}

const Buyer = PossibleBuyer.extend({ lastMessageAt: z.date() }).strict()

/** The users who last talked about a listing, most recent first. */
export function findPossibleBuyers(db: Db, listingId: number, sellerId: number) {
  return typedSql(
    Buyer,
    sql`select b.id, b.full_name as "fullName", b.avatar_url as "avatarUrl", t.last_message_at as "lastMessageAt",
      (select jsonb_build_object('id', d.id, 'price', d.price) from deals d where d.thread_id = t.id and d.status = 'ACCEPTED') as deal
    from threads t join users b on b.id = t.buyer_id
    where t.listing_id = ${listingId} and ${hasMessageOrDeal} and not (${isInactive('b')}) and not ${isBlockBetween(sellerId, 'b.id')}
    order by t.last_message_at desc, t.id desc
    limit ${sql.lit(limits.ownListings.buyers)}`,
  ).execute(db)
}

interface Sale {
  listingId: number
  sellerId: number
  buyerId: number
}

const Trade = z.strictObject({ hasOpenDeal: z.boolean(), hasCompletedDeal: z.boolean() })

/**
 * The trade of two users about a listing; null if they did not talk about it, or, where they completed no deal, a block separates them or
 * the buyer's account is closed.
 */
export async function findTrade(tx: Tx, { listingId, sellerId, buyerId }: Sale) {
  const hasDeal = (status: 'ACCEPTED' | 'COMPLETED') =>
    sql`exists (select from deals d where d.thread_id = t.id and d.status = ${sql.lit(status)})`
  return typedSql(
    Trade,
    sql`select ${hasDeal('ACCEPTED')} as "hasOpenDeal", ${hasDeal('COMPLETED')} as "hasCompletedDeal"
    from threads t join users b on b.id = t.buyer_id
    where t.listing_id = ${listingId} and t.buyer_id = ${buyerId} and ${hasMessageOrDeal}
      and (${hasDeal('COMPLETED')} or not (${isInactive('b')}) and not ${isBlockBetween(sellerId, 'b.id')})`,
  ).first(tx)
}

/** Ends the open deals about a listing that was sold to somebody else; `notifyOfEndedDeals` tells both parties of agreed ones. */
export async function endDeals(tx: Tx, listingId: number): Promise<void> {
  await tx
    .updateTable('deals')
    .set({
      status: 'CANCELLED',
      end_reason: 'The listing was sold.',
      ended_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
      to_tell: sql<boolean>`status = 'ACCEPTED'`,
    })
    .where('listing_id', '=', listingId)
    .where('status', 'in', ['PROPOSED', 'ACCEPTED'])
    .execute()
}

const Saved = z.strictObject({ isNew: z.boolean() })

/** Ends the stored sale of a listing, unless it is the one to `buyerId`. */
export async function endSale(tx: Tx, listingId: number, buyerId: number | null): Promise<void> {
  await tx
    .updateTable('listing_sales')
    .set({ stands: false })
    .where('listing_id', '=', listingId)
    .where('buyer_id', 'is distinct from', buyerId)
    .where('stands', '=', true)
    .execute()
}

/** Stores the buyer of a listing; returns whether this person is named for the first time. */
export async function saveSale(tx: Tx, { listingId, sellerId, buyerId }: Sale): Promise<boolean> {
  const [saved] = await typedSql(
    Saved,
    sql`insert into listing_sales (listing_id, buyer_id, seller_id) values (${listingId}, ${buyerId}, ${sellerId})
      on conflict (listing_id, buyer_id) do update set stands = true,
        sold_at = case when listing_sales.stands then listing_sales.sold_at else now() end
      returning xmax = 0 as "isNew"`,
  ).execute(tx)
  return saved?.isNew === true
}
