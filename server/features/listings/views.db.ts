import { sql } from 'kysely'
import { dayOf } from '#server/db/clock.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'

export interface View {
  listingId: number
  viewer: string
  /** Such as 2026-05-31. */
  day: string
}

/** Stores the visitors of each listing and day, and adds new ones to the listing's views and those of the day. */
export async function saveViews(db: Db, views: View[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = [...new Set(views.map(({ listingId }) => listingId))].sort((a, b) => a - b)
    // In one order, so that two servers that save at once cannot deadlock.
    await sql`select from listings where id = any(${ids}::integer[]) order by id for no key update`.execute(
      tx,
    )
    await sql`
      with seen as (
        insert into listing_views (listing_id, viewer, day)
        select v.listing_id, v.viewer, v.day
        from unnest(${views.map((view) => view.listingId)}::integer[], ${views.map((view) => view.viewer)}::text[],
          ${views.map((view) => view.day)}::date[]) as v (listing_id, viewer, day)
        join listings l on l.id = v.listing_id
        on conflict do nothing
        returning listing_id, day
      ), by_day as (
        insert into listing_day_views (listing_id, day, views)
        select listing_id, day, count(*) from seen group by listing_id, day order by listing_id, day
        on conflict (listing_id, day) do update set views = listing_day_views.views + excluded.views
      )
      update listings l set views = l.views + s.count
      from (select listing_id, count(*)::integer as count from seen group by listing_id) s
      where l.id = s.listing_id`.execute(tx)
  })
}

/** Deletes the salts of the days that are over, and the visitor hashes made with them. Every hour, since the next view may be days away. */
export async function deleteEndedDays(db: Db): Promise<void> {
  const today = dayOf(sql`now()`)
  await sql`delete from visitor_salts where day < ${today}`.execute(db)
  await deleteInBatches(db, 'listing_views', sql`day < ${today}`)
}

/**
 * Returns the salt of a day's visitor hashes, the same for every server, and deletes older salts. The hashes of a whole day are left to
 * `deleteEndedDays`: the first visitor after midnight would wait for that.
 */
export async function rotateSalt(db: Db, day: string): Promise<Buffer> {
  await sql`insert into visitor_salts (day, salt)
    values (${day}::date, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    on conflict do nothing`.execute(db)
  await sql`delete from visitor_salts where day < ${day}::date`.execute(db)
  const { salt } = await db
    .selectFrom('visitor_salts')
    .select('salt')
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirstOrThrow()
  return salt
}
