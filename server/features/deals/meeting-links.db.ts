import { sql } from 'kysely'
import { z } from 'zod'
import { publicTitle } from '#server/db/last-public.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import { SharedMeeting } from '#shared/contract/deals.ts'
import { thresholds } from '#shared/thresholds.ts'

/** A link ends this long after the meeting of its deal `d`, or after it was made where that is later. */
const expiry = sql`greatest(m.created_at, d.meets_at) + make_interval(hours => ${sql.lit(thresholds.deal.linkHours)})`

/** Whether link `m` of deal `d` still works. */
export const isLinkValid = sql<boolean>`${expiry} > now()`

const Expiry = z.strictObject({ expiresAt: z.date() })

/** Stores the link of one party, in place of an earlier one; returns when it ends. */
export async function saveLink(tx: Tx, dealId: number, userId: number, tokenHash: Buffer): Promise<Date> {
  await sql`insert into meeting_links (token_hash, deal_id, user_id) values (${tokenHash}, ${dealId}, ${userId})
    on conflict (deal_id, user_id) do update set token_hash = excluded.token_hash, created_at = now()`.execute(
    tx,
  )
  const row = await typedSql(
    Expiry,
    sql`select ${expiry} as "expiresAt" from meeting_links m join deals d on d.id = m.deal_id
      where m.deal_id = ${dealId} and m.user_id = ${userId}`,
  ).one(tx)
  return row.expiresAt
}

export async function deleteLink(db: Db, dealId: number, userId: number): Promise<void> {
  await db.deleteFrom('meeting_links').where('deal_id', '=', dealId).where('user_id', '=', userId).execute()
}

const MeetingRow = SharedMeeting.extend({ meetsAt: z.date(), expiresAt: z.date() }).strict()

/** The meeting of a link that works; null for any other. */
export async function findMeeting(db: Db, tokenHash: Buffer): Promise<SharedMeeting | null> {
  const [row] = await typedSql(
    MeetingRow,
    sql`select ${publicTitle('l')} as listing, me.full_name as "sharedBy", other.full_name as meets,
        d.place, d.state, d.lga, d.meets_at as "meetsAt", d.status, ${expiry} as "expiresAt"
      from meeting_links m
      join deals d on d.id = m.deal_id
      join listings l on l.id = d.listing_id
      join users me on me.id = m.user_id
      join users other on other.id = d.seller_id + d.buyer_id - m.user_id
      where m.token_hash = ${tokenHash} and ${isLinkValid}`,
  ).execute(db)
  return row ? withIsoTimes(row) : null
}

export async function deleteExpiredLinks(db: Db): Promise<void> {
  await sql`delete from meeting_links m using deals d where d.id = m.deal_id and not (${isLinkValid})`.execute(
    db,
  )
}
