import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { thresholds } from '#shared/thresholds.ts'

const { deletedListing, decidedMessage, closedReport, draft, notification, searchMatch, dayViews } =
  thresholds.retention
const isOlder = (column: string, days: number) =>
  sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${days})`

/**
 * Deletes data after its retention time: texts and photos of deleted listings (the title stays for their conversations), held
 * messages and warned senders after the decision, texts of closed reports, notifications, which listings saved searches matched,
 * drafts of listings, and views by day.
 */
export async function removeOldRecords(db: Db): Promise<void> {
  while ((await removeWords(db)) === atOnce);
  await db
    .deleteFrom('holds')
    .where('kind', 'in', ['MESSAGE', 'SENDER'])
    .where(isOlder('decided_at', decidedMessage))
    .execute()
  await db.deleteFrom('notifications').where(isOlder('happened_at', notification)).execute()
  await db
    .updateTable('reports')
    .set({ details: null })
    .where('details', 'is not', null)
    .where(isOlder('closed_at', closedReport))
    .execute()
  await db.deleteFrom('listing_day_views').where(isOlder('day', dayViews)).execute()
  await db.deleteFrom('listing_drafts').where(isOlder('updated_at', draft)).execute()
  await db.deleteFrom('search_matches').where(isOlder('told_at', searchMatch)).execute()
}

/** Listings in one statement. */
const atOnce = 1000

/** Removes texts and photos; returns the number of listings. */
async function removeWords(db: Db): Promise<number> {
  const rows = await typedSql(
    z.strictObject({ id: z.int() }),
    sql`update listings set ${wordless()}
      where id in (select id from listings where ${isOlder('deleted_at', deletedListing)} and description <> '' limit ${sql.lit(atOnce)})
      returning id`,
  ).execute(db)
  const ids = rows.map(({ id }) => id)
  // After the update, whose trigger writes them.
  await db.deleteFrom('listing_digests').where('listing_id', '=', sql<number>`any(${ids}::int[])`).execute()
  return rows.length
}

/** For an update of deleted listings: without words and photos. */
export function wordless() {
  return sql`description = '', photos = '[]', moderation_reason = null, last_public = jsonb_build_object(
    'title', coalesce(last_public ->> 'title', title), 'photo', null)`
}
