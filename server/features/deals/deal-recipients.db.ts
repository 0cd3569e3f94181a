import { sql } from 'kysely'
import { z } from 'zod'
import { MailListing } from '#server/core/mail/mail-body.ts'
import { ownMailListing, publicMailListing } from '#server/core/mail/mail-listing.db.ts'
import { hasBlocked } from '#server/db/block-conditions.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Tx } from '#server/db/pool.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'
import type { Deal } from '#shared/contract/deals.ts'
import { thresholds } from '#shared/thresholds.ts'
import { DealRow, dealJson, toDeal } from './deal-columns.db.ts'

// Who is told what happened to a deal. Not in deals.db.ts, which imports the chat: the chat imports deals.public.ts, which offers this to
// the news of listings.

const id = z.int()
const Recipient = z.strictObject({
  userId: id,
  listingId: id,
  wantsMail: z.boolean(),
  to: z.string(),
  name: z.string(),
  otherName: z.string(),
  listing: MailListing,
})
export type Recipient = z.output<typeof Recipient>

const wantsMail = sql`(u.notify_messages and u.email_verified_at is not null)`

/** The recipient of a notification about what the other party did; a closed account has no deal in which something is done. */
export async function findRecipient(tx: Tx, dealId: number, otherId: number): Promise<Recipient> {
  return typedSql(
    Recipient,
    sql`select u.id as "userId", l.id as "listingId", ${wantsMail} as "wantsMail", u.email as "to", u.full_name as name,
        o.full_name as "otherName",
        case when u.id = d.seller_id then ${ownMailListing('l')} else ${publicMailListing('l')} end as listing
      from deals d
      join listings l on l.id = d.listing_id
      join users o on o.id = ${otherId}
      join users u on u.id = d.seller_id + d.buyer_id - ${otherId}::int
      where d.id = ${dealId}`,
  ).one(tx)
}

const DealOfParty = z.strictObject({ recipient: Recipient, deal: DealRow })

/**
 * Takes at most 100 agreed deals that ended because their listing or an account was closed, and returns their ids. Each deal is taken once,
 * by one server.
 */
export function takeEndedDeals(tx: Tx): Promise<number[]> {
  return findIds(
    tx,
    sql`update deals set to_tell = false
      where id in (select id from deals where to_tell order by id limit 100 for update skip locked)
      returning id`,
  )
}

/** The agreed deals about those of these listings that are sold, unless their buyers were told so within the last hours. */
export function findDealsOfSold(tx: Tx, listingIds: readonly number[]): Promise<number[]> {
  return findIds(
    tx,
    sql`select d.id from deals d join listings l on l.id = d.listing_id
      where l.id = any(${[...listingIds]}::int[]) and l.status = 'SOLD' and l.deleted_at is null and d.status = 'ACCEPTED'
        and not exists (select from notifications where user_id = d.buyer_id and kind = 'DEAL' and subject_id = d.id
          and detail = 'SOLD' and happened_at > now() - make_interval(hours => ${thresholds.news.hours}))`,
  )
}

/**
 * The parties to these deals who are told of their end or of a sale: those with an open account who did not block the other one; the seller
 * only if the listing was neither deleted nor hidden. Nobody once the meeting was over for a day: nobody goes there any more.
 */
export async function findPartiesToTell(
  tx: Tx,
  dealIds: number[],
): Promise<{ recipient: Recipient; deal: Deal }[]> {
  const rows = await typedSql(
    DealOfParty,
    sql`select ${dealJson(0)} as deal, jsonb_build_object(
          'userId', u.id, 'listingId', l.id, 'wantsMail', ${wantsMail}, 'to', u.email, 'name', u.full_name, 'otherName', o.full_name,
          'listing', case when u.id = d.seller_id then ${ownMailListing('l')} else ${publicMailListing('l')} end) as recipient
      from deals d
      join listings l on l.id = d.listing_id
      join users s on s.id = d.seller_id
      join users b on b.id = d.buyer_id
      cross join lateral (values (s.id, b.id), (b.id, s.id)) as pair(user_id, other_id)
      join users u on u.id = pair.user_id
      join users o on o.id = pair.other_id
      where d.id = any(${dealIds}::int[]) and not (${isInactive('u')})
        and (u.id = d.buyer_id or l.deleted_at is null and not l.hidden_by_moderator)
        and not ${hasBlocked('u.id', 'o.id')}
        and d.meets_at > now() - make_interval(hours => ${thresholds.deal.reservedHours})`,
  ).execute(tx)
  return rows.map(({ recipient, deal }) => ({ recipient, deal: toDeal(deal, recipient.userId) }))
}
