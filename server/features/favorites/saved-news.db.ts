import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isBlockBetween } from '#server/db/block-conditions.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { Id, Kobo } from '#shared/contract/common.ts'
import { thresholds } from '#shared/thresholds.ts'

const { cheaperShare, cheaperKobo, hours } = thresholds.news

/** Whether saver `f.user_id` may be notified about listing `l` of seller `s`: not the seller, and nobody with a block in either direction. */
const isForSaver = sql<boolean>`(l.deleted_at is null and f.user_id <> l.seller_id and not (${isInactive('s')})
  and not ${isBlockBetween('f.user_id', 'l.seller_id')})`

const Drop = z.strictObject({
  userId: Id,
  listingId: Id,
  sellerId: Id,
  /** The price that the saver knew. */
  priceBefore: Kobo,
  priceAfter: Kobo,
  isDue: z.boolean(),
})

/** A query for `claimDrops`: the savers of listings that became cheaper. `priceBefore` serves savers without a known price. */
export function saversOf(listings: readonly { listingId: number; priceBefore: number | null }[]) {
  const ids = listings.map(({ listingId }) => listingId)
  const prices = listings.map(({ priceBefore }) => priceBefore)
  return sql`select f.user_id, f.listing_id, n.price_before
    from unnest(${ids}::int[], ${prices}::bigint[]) as n(listing_id, price_before)
    join favorites f on f.listing_id = n.listing_id
    order by f.listing_id, f.user_id for no key update of f`
}

/** A query for `claimDrops`: up to `count` savers whose notification of a drop was delayed, and is due now. */
export function delayedSavers(count: number) {
  return sql`select user_id, listing_id, null::bigint as price_before from favorites
    where drop_waits and told_at <= now() - make_interval(hours => ${hours})
    order by told_at limit ${count} for no key update skip locked`
}

const isCheaper = sql`(${isForSaver} and l.status = 'ACTIVE'
  and coalesce(f.known_price, c.price_before) - l.price
    >= greatest(${cheaperKobo}::bigint, ${cheaperShare}::numeric * coalesce(f.known_price, c.price_before)))`

/** An unread notification is updated at any time; after a read one, the next waits. */
const isTooSoon = sql`coalesce(f.told_at > now() - make_interval(hours => ${hours}), false) and not exists (
  select from notifications where user_id = f.user_id and kind = 'CHEAPER' and subject_id = f.listing_id and read_at is null)`

/**
 * Returns the savers of a drop, by the present price. Those to notify (`isDue`) know that price from now on; those who were notified within
 * the last hours are marked as delayed instead, and a drop that is none any more is forgotten. Only one transaction gets each drop.
 */
export function claimDrops(tx: Tx, savers: RawBuilder<unknown>) {
  return typedSql(
    Drop,
    sql`with savers as materialized (${savers}), judged as (
      select f.user_id, f.listing_id, l.seller_id, l.price, coalesce(f.known_price, c.price_before) as known,
        ${isCheaper} as is_cheaper, (${isTooSoon}) as is_too_soon
      from savers c
      join favorites f on f.user_id = c.user_id and f.listing_id = c.listing_id
      join listings l on l.id = f.listing_id
      join users s on s.id = l.seller_id
    ), claimed as (
      update favorites f set
        drop_waits = j.is_cheaper and j.is_too_soon,
        known_price = case when j.is_cheaper and not j.is_too_soon then j.price else f.known_price end,
        told_at = case when j.is_cheaper and not j.is_too_soon then now() else f.told_at end
      from judged j
      where f.user_id = j.user_id and f.listing_id = j.listing_id and (j.is_cheaper or f.drop_waits)
      returning j.*
    )
    select user_id as "userId", listing_id as "listingId", seller_id as "sellerId", known as "priceBefore", price as "priceAfter",
      is_cheaper and not is_too_soon as "isDue"
    from claimed order by listing_id, user_id`,
  ).execute(tx)
}

const Saver = z.strictObject({ userId: Id, listingId: Id, sellerId: Id })

/** The savers of these listings, as far as these are sold or available now; without the buyers, and without whom the last hours told the same. */
export function findSavers(tx: Tx, listingIds: readonly number[], kind: 'SOLD' | 'AVAILABLE') {
  const status = kind === 'SOLD' ? 'SOLD' : 'ACTIVE'
  return typedSql(
    Saver,
    sql`select f.user_id as "userId", f.listing_id as "listingId", l.seller_id as "sellerId"
    from listings l
    join users s on s.id = l.seller_id
    join favorites f on f.listing_id = l.id
    where l.id = any(${[...listingIds]}::int[]) and l.status = ${status} and ${isForSaver}
      and not exists (select from deals where listing_id = l.id and buyer_id = f.user_id and status = 'COMPLETED')
      and not exists (select from listing_sales where listing_id = l.id and buyer_id = f.user_id and stands)
      and not exists (select from notifications where user_id = f.user_id and kind = ${kind} and subject_id = l.id
        and happened_at > now() - make_interval(hours => ${hours}))
    order by f.listing_id, f.user_id`,
  ).execute(tx)
}
