import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { hasBlocked } from '#server/db/block-conditions.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import { publicTitle } from '#server/db/last-public.ts'
import { hasReviewed } from '#server/db/waiting-reviews.ts'
import { judgeTexts } from '#server/features/shield/shield.public.ts'
import { Deal } from '#shared/contract/deals.ts'
import type { Warning } from '#shared/contract/warnings.ts'
import { thresholds } from '#shared/thresholds.ts'
import { isLinkValid } from './meeting-links.db.ts'

// What queries of other features show of deals.

const party = (users: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${users}.id`)}, 'fullName', ${sql.ref(`${users}.full_name`)})`

/** A deal as queries return it. */
export const DealRow = Deal.omit({ warning: true })
type Row = z.output<typeof DealRow>

/** Deal `d` as JSON for one of its parties, beside its listing `l`, seller `s` and buyer `b` in the query. */
export function dealJson(viewerId: number): RawBuilder<Row> {
  const other = sql<number>`d.seller_id + d.buyer_id - ${viewerId}`
  return sql`jsonb_build_object(
    'id', d.id, 'threadId', d.thread_id,
    'listing', jsonb_build_object('id', l.id,
      'title', case when d.seller_id = ${viewerId} then l.title else ${publicTitle('l')} end,
      'status', l.status, 'deletedAt', l.deleted_at),
    'seller', ${party('s')}, 'buyer', ${party('b')}, 'proposedBy', d.proposed_by,
    'price', d.price, 'place', d.place, 'state', d.state, 'lga', d.lga, 'meetsAt', d.meets_at,
    'reserves', d.reserves, 'status', d.status, 'triedAt', d.tried_at, 'paidAt', d.paid_at,
    'endedBy', d.ended_by, 'endReason', d.end_reason, 'endedAt', d.ended_at, 'version', d.version,
    'youReviewed', d.status = 'COMPLETED' and ${hasReviewed(viewerId, other, sql.ref('d.ended_at'))},
    'mayReview', d.status = 'COMPLETED' and not ${hasBlocked(other, viewerId)}
      and exists (select from users where id = ${other} and not (${isInactive('users')})),
    'sharesMeeting', exists (
      select from meeting_links m where m.deal_id = d.id and m.user_id = ${viewerId} and ${isLinkValid}))`
}

const time = (value: string | null) => value && new Date(value).toISOString()

/** Converts PostgreSQL's JSON to the API's form, and adds the warning about the other party's texts. */
export function toDeal(row: Row, viewerId: number): Deal {
  const { listing, meetsAt, ...deal } = row
  return {
    ...deal,
    listing: { ...listing, deletedAt: time(listing.deletedAt) },
    meetsAt: new Date(meetsAt).toISOString(),
    triedAt: time(deal.triedAt),
    paidAt: time(deal.paidAt),
    endedAt: time(deal.endedAt),
    warning: warningFor(row, viewerId),
  }
}

/** The scam warning for the texts that the other party wrote: the meeting place and the reason for ending. */
export function warningFor(deal: Row, viewerId: number): Warning | null {
  const { seller, proposedBy, place, endedBy, endReason, listing, price } = deal
  const texts = [
    ...(proposedBy === viewerId ? [] : [place]),
    ...(endReason && endedBy !== viewerId ? [endReason] : []),
  ]
  if (texts.length === 0) return null
  return judgeTexts(texts, seller.id === viewerId ? 'buyer' : 'seller', { title: listing.title, price })
}

/** Whether the seller shows listing `l` as reserved: by an accepted deal, until a day after its meeting. */
export function isReserved(listings: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from deals
    where listing_id = ${sql.ref(`${listings}.id`)} and status = 'ACCEPTED' and reserves
      and meets_at > now() - make_interval(hours => ${sql.lit(thresholds.deal.reservedHours)}))`
}
