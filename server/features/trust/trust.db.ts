import { sql } from 'kysely'
import { z } from 'zod'
import { hasBlocked } from '#server/db/block-conditions.ts'
import { dayOf } from '#server/db/clock.ts'
import type { Db } from '#server/db/pool.ts'
import { statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { wasOverturned } from '#server/features/moderation/moderation.public.ts'
import { Trust } from '#shared/contract/trust.ts'
import { limits } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'

const { answers, upheldMonths, priceChanges } = limits.trust
/** Number of messages at the start of a conversation that are searched for its first question and answer. */
const firstMessages = 50

const Facts = z.strictObject({
  emailVerifiedAt: z.date().nullable(),
  conversations: z.int(),
  answered: z.int(),
  medianSeconds: z.int().nullable(),
  dealsSold: z.int(),
  dealsBought: z.int(),
  dealPartners: z.int(),
  lastDealAt: z.date().nullable(),
  lastReviewAt: z.date().nullable(),
  reviewsAfterDeals: z.int(),
  soldListings: z.int(),
  lastListingAt: z.date().nullable(),
  upheldReports: z.int(),
  lastUpheldAt: z.date().nullable(),
})
export type Facts = z.output<typeof Facts>

/**
 * Seconds until user `u` answered the buyer's first message, in each of the last conversations about their listings: null if they
 * never did. Omitted: first messages that may still be answered, and buyers who are banned or blocked by `u`.
 */
const answerTimes = sql`
  select extract(epoch from answer.created_at - asked.created_at) as seconds
  from (
    select id, buyer_id from threads where seller_id = u.id
    order by last_message_at desc, id desc limit ${sql.lit(answers.lookedAt)}) as t
  join users buyer on buyer.id = t.buyer_id and buyer.banned_at is null
  cross join lateral (
    select id, created_at from (
      select id, sender_id, created_at from messages where thread_id = t.id
      order by id limit ${sql.lit(firstMessages)}) as m
    where sender_id = t.buyer_id limit 1) as asked
  left join lateral (
    select created_at from (
      select sender_id, created_at from messages where thread_id = t.id and id > asked.id
      order by id limit ${sql.lit(firstMessages)}) as m
    where sender_id = u.id limit 1) as answer on true
  where (answer.created_at is not null or asked.created_at < now() - make_interval(hours => ${sql.lit(thresholds.answerDueHours)}))
    and not ${hasBlocked('u.id', 't.buyer_id')}`

/**
 * Upheld reports about user `u` or their listings, without those whose act an appeal overturned. Reports about one target that were
 * closed on the same day in Nigeria have the same `case`.
 */
const upheld = sql`
  select (r.target_type, r.target_id, ${dayOf(sql`r.closed_at`)}) as "case", r.closed_at
  from (
    select 'USER' as type, u.id as id
    union all
    select 'LISTING', id from listings where seller_id = u.id) as target
  join reports r on r.target_type = target.type and r.target_id = target.id
  where r.status = 'ACTIONED' and r.closed_at > now() - make_interval(months => ${sql.lit(upheldMonths)})
    and not ${wasOverturned(sql`u.id`)}`

const facts = statement((value: ValueOf<{ userId: number }>) =>
  typedSql(
    Facts,
    sql`select u.email_verified_at as "emailVerifiedAt",
      talks.conversations, talks.answered, talks."medianSeconds",
      deals.sold as "dealsSold", deals.bought as "dealsBought", deals.people as "dealPartners", deals.last as "lastDealAt",
      received.last as "lastReviewAt", received.after_deals as "reviewsAfterDeals",
      (select count(*) from listings
        where seller_id = u.id and status = 'SOLD' and deleted_at is null) as "soldListings",
      (select created_at from listings
        where seller_id = u.id and status <> 'HIDDEN' and deleted_at is null
        order by created_at desc limit 1) as "lastListingAt",
      reports.count as "upheldReports", reports.last as "lastUpheldAt"
    from users u
    cross join lateral (
      select count(*) as conversations, count(seconds) as answered,
        nullif(percentile_disc(0.5) within group (order by coalesce(seconds, 'infinity')), 'infinity')::int as "medianSeconds"
      from (${answerTimes}) as times) as talks
    cross join lateral (
      select coalesce(sum(sold), 0)::int as sold, coalesce(sum(bought), 0)::int as bought, count(*) as people, max(last) as last
      from (
        select count(*) filter (where sells) as sold, count(*) filter (where not sells) as bought, max(ended_at) as last
        from (
          select true as sells, buyer_id as other, ended_at from deals where seller_id = u.id and status = 'COMPLETED'
          union all
          select false, seller_id, ended_at from deals where buyer_id = u.id and status = 'COMPLETED') as completed
        group by other) as partners) as deals
    cross join lateral (
      select count(distinct "case") as count, max(closed_at) as last from (${upheld}) as found) as reports
    cross join lateral (
      select max(r.created_at) as last, count(*) filter (where r.proof in ('BOUGHT', 'SOLD')) as after_deals
      from reviews r join users reviewer on reviewer.id = r.reviewer_id
      where r.user_id = u.id and reviewer.banned_at is null) as received
    where u.id = ${value('userId')}`,
  ),
)

export async function findFacts(db: Db, userId: number): Promise<Facts> {
  const [found] = await facts(db, { userId })
  if (!found) throw new Error('The user is gone.')
  return found
}

const ListingFacts = z.strictObject({
  upSince: z.date(),
  priceChanges: z.int(),
  /** Times as PostgreSQL's JSON writes them. */
  lastPriceChanges: z.array(Trust.shape.listing.unwrap().shape.lastPriceChanges.element),
})
export type ListingFacts = z.output<typeof ListingFacts>

const listingFacts = statement((value: ValueOf<{ id: number }>) =>
  typedSql(
    ListingFacts,
    sql`select l.created_at as "upSince",
      (select count(*) from listing_prices where listing_id = l.id) as "priceChanges",
      coalesce((
        select jsonb_agg(jsonb_build_object('from', price_before, 'to', price_after, 'at', changed_at) order by id desc)
        from (
          select * from listing_prices where listing_id = l.id
          order by id desc limit ${sql.lit(priceChanges)}) as latest), '[]') as "lastPriceChanges"
    from listings l where l.id = ${value('id')}`,
  ),
)

export async function findListingFacts(db: Db, id: number): Promise<ListingFacts> {
  const [found] = await listingFacts(db, { id })
  if (!found) throw new Error('The listing is gone.')
  return found
}
