import { sql } from 'kysely'
import { z } from 'zod'
import { snapshotModerated } from '#server/db/last-public.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'
import { heldNote } from './photo-copies.service.ts'

/** The reason shown to a seller whose listing is held because its phone is reported stolen. */
const stolenNote = `${heldNote}: its owner reported a phone with this IMEI as stolen, and a moderator saw the proof. Keep your receipt ready. A moderator decides, and you get the decision by mail.`

/** Locks an IMEI until the transaction ends: concurrent entries and reports of it wait. Take this lock before a listing's. */
export async function lockImei(tx: Tx, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0).toString()}::bigint)`.execute(tx)
}

/**
 * Sends listings of a phone that is reported stolen to the review queue. They are hidden until a
 * moderator decides; those that are sold or that a moderator has hidden stay as they are. Returns those that wait.
 */
export async function holdStolenPhones(tx: Tx, listingIds: number[]): Promise<number[]> {
  return findIds(
    tx,
    sql`
    with found as (
      select id, seller_id, status <> 'SOLD' and not hidden_by_moderator as waits
      from listings where id = any(${listingIds}::int[]) and deleted_at is null
      order by id for update
    ), hidden as (
      update listings l
      set status = 'HIDDEN', hidden_by_moderator = true, moderation_reason = ${stolenNote},
        -- Without its status: once released it is active, or hidden where it was before.
        last_public = (${snapshotModerated.last_public}) - 'status'
      from found f where l.id = f.id and f.waits
    ), held as (
      insert into holds (kind, rule, owner_id, listing_id)
      select case when waits then 'LISTING' else 'PHONE' end, 'STOLEN_PHONE', seller_id, id from found
      on conflict (listing_id) where kind = 'PHONE' and decision is null do nothing
    )
    select id from found where waits order by id`,
  )
}

/** Whether a listing that was sold or hidden when its phone was confirmed as stolen is to be looked at because of that. */
export async function isFlaggedAsStolen(tx: Db, listingId: number): Promise<boolean> {
  const flagged = await findIds(
    tx,
    sql`select id from holds
      where listing_id = ${listingId} and kind = 'PHONE' and rule = 'STOLEN_PHONE' and decision is null`,
  )
  return flagged.length > 0
}

/** Makes a listing that was flagged while it was not for sale wait for review, for one that is again. Returns the reason, or null. */
export async function holdFlaggedPhone(tx: Tx, listingId: number): Promise<string | null> {
  if (!(await isFlaggedAsStolen(tx, listingId))) return null
  await withdrawPhone(tx, listingId)
  await holdStolenPhones(tx, [listingId])
  return stolenNote
}

/** Withdraws the open queue item of a listing's phone, whose IMEI changed. */
export async function withdrawPhone(tx: Tx, listingId: number): Promise<void> {
  await tx
    .updateTable('holds')
    .set({ decision: 'WITHDRAWN', decided_at: sql<Date>`now()` })
    .where('kind', '=', 'PHONE')
    .where('decision', 'is', null)
    .where('listing_id', '=', listingId)
    .execute()
}

const Reported = z.strictObject({ hash: z.instanceof(Buffer), lastFour: z.string() })

/** The IMEI that a report of the queue is about, locked; null if the report was withdrawn. */
export async function lockReported(tx: Tx, holdId: number): Promise<z.output<typeof Reported> | null> {
  const report = await typedSql(
    Reported,
    sql`select number_hash as hash, last_four as "lastFour" from stolen_phones where hold_id = ${holdId}`,
  ).first(tx)
  if (report) await lockImei(tx, report.hash)
  return report
}

/** The listings of others than the reporter with this IMEI, locked: their sellers may be removing or correcting it. */
export async function findListingsWith(tx: Tx, hash: Buffer, reporterId: number): Promise<number[]> {
  return findIds(
    tx,
    sql`select l.id from phone_passports p join listings l on l.id = p.listing_id
      where p.number_hash = ${hash} and l.seller_id <> ${reporterId} order by l.id
      -- The listing first, as everything that writes an IMEI.
      for update of l, p`,
  )
}
