import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'

export interface View {
  listingId: number
  viewer: string
  /** Such as 2026-05-31. */
  day: string
}

/** Keeps who saw what on which day, and adds to a listing's views those that are new. */
export async function saveViews(db: Db, views: View[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = [...new Set(views.map(({ listingId }) => listingId))].sort((a, b) => a - b)
    // In one order, so that two servers that save at once never wait for each other in a circle.
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
        returning listing_id
      )
      update listings l set views = l.views + s.count
      from (select listing_id, count(*)::integer as count from seen group by listing_id) s
      where l.id = s.listing_id`.execute(tx)
  })
}

/** The salt of a day's visitor hashes, the same for every server; older salts and what they hashed are deleted. */
export async function saltOf(db: Db, day: string): Promise<Buffer> {
  await sql`insert into visitor_salts (day, salt)
    values (${day}::date, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    on conflict do nothing`.execute(db)
  await sql`delete from visitor_salts where day < ${day}::date`.execute(db)
  await sql`delete from listing_views where day < ${day}::date`.execute(db)
  const { rows } = await sql<{ salt: Buffer }>`
    select salt from visitor_salts where day = ${day}::date`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`No salt for ${day}.`)
  return row.salt
}
