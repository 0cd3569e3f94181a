import { type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { Db } from '#server/db/pool.ts'
import { findIds } from '#server/db/typed-sql.ts'
import { keptData } from '#shared/data-kept.ts'
import { presetReasons } from '#shared/report-reasons.ts'
import { thresholds } from '#shared/thresholds.ts'

const otherReason = 'Other'
const offered = [...presetReasons.LISTING, ...presetReasons.USER, otherReason]

const isOlder = (column: string, days: number) =>
  sql<boolean>`${sql.ref(column)} < now() - ${days}::float * interval '1 day'`

/** Rows that stay although they are past their time, by table. */
const stillNeeded: Record<string, RawBuilder<boolean>> = {
  // An open appeal shows what it is about.
  holds: sql`exists (select from moderation_acts a join appeals p on p.act_id = a.id where p.outcome is null and (a.hold_id = holds.id
    -- Of a rejected sender's appeal: the messages that were refused with it.
    or a.hold_id in (select s.id from holds s where s.kind = 'SENDER' and s.owner_id = holds.owner_id and s.decided_at = holds.decided_at)))`,
}

/** Deletes rows past their retention (shared/data-kept.ts), of the tables whose `swept.days` is at most `maxDays`. */
async function deleteOld(db: Db, maxDays: number): Promise<void> {
  for (const [table, { swept }] of Object.entries(keptData)) {
    if (!swept || swept.clears || swept.days > maxDays) continue
    const condition = swept.where ? sql`${sql.ref(swept.where.column)} = any(${swept.where.in})` : sql`true`
    const needed = stillNeeded[table] ?? sql`false`
    await deleteInBatches(
      db,
      table,
      sql`${isOlder(swept.column, swept.days)} and ${condition} and not ${needed}`,
    )
  }
}

/**
 * Hourly: deletes expired sessions, codes, throttle counters and idempotency keys, of the tables that keep rows
 * for at most two days after the time in `swept.column`.
 */
export async function removeExpired(db: Db): Promise<void> {
  await deleteOld(db, 2)
  // Expired proofs are refused by their date.
  await deleteInBatches(db, 'spent_proofs', sql`expires_at < now()`)
  // Unverified accounts from before `pending_registrations` existed: frees their e-mail and username.
  await deleteInBatches(
    db,
    'users',
    sql`email_verified_at is null and created_at < now() - interval '7 days'
      and not exists (select from listings where seller_id = users.id)`,
  )
}

/** Every day: every row that is past its time, texts and photos of deleted listings, and texts of closed reports. */
export async function removeOldRecords(db: Db): Promise<void> {
  await deleteOld(db, Number.POSITIVE_INFINITY)
  while ((await removeWords(db)) === batchSize);
  await removeReporterWords(db)
}

/** Reports in one statement: with 400,000 it took 40 s, twice its time limit, so none of them would ever have lost its words. */
const reportBatchSize = 20_000

async function removeReporterWords(db: Db): Promise<void> {
  // A reason that is none of the offered ones is the reporter's words too.
  const batch = sql`update reports
    set details = null, reason = case when reason = any(${offered}) then reason else ${otherReason} end
    where id in (select id from reports
      where (details is not null or reason <> all(${offered})) and ${isOlder('closed_at', thresholds.retention.closedReport)}
      limit ${sql.lit(reportBatchSize)})`
  while ((await batch.execute(db)).numAffectedRows);
}

/** Listings in one statement. */
const batchSize = 1000

/** Removes texts and photos; the title stays for conversations. Returns the number of listings. */
async function removeWords(db: Db): Promise<number> {
  const ids = await findIds(
    db,
    sql`update listings set ${clearedText()}
      where id in (select id from listings where ${isOlder('deleted_at', thresholds.retention.deletedListing)}
        and description <> '' limit ${sql.lit(batchSize)})
      returning id`,
  )
  // After the update, whose trigger writes them.
  await db.deleteFrom('listing_digests').where('listing_id', '=', sql<number>`any(${ids}::int[])`).execute()
  return ids.length
}

/** For an update of deleted listings: without words and photos. */
export function clearedText() {
  return sql`description = '', photos = '[]', moderation_reason = null, last_public = jsonb_build_object(
    'title', coalesce(last_public ->> 'title', title), 'photo', null)`
}
