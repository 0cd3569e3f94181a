import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { isInactive } from './inactive-accounts.ts'
import type { Tx } from './pool.ts'

/**
 * Gives the overdue listings of a banned or leaving seller 60 days, as the trigger keep_listing_end does for one that is shown again: otherwise
 * they would end minutes after the account is open again. Call it before the account is locked: edits lock the listing first, and
 * the opposite order could deadlock.
 */
export async function renewOverdueListings(tx: Tx, sellerId: number): Promise<void> {
  await sql`
    update listings set ends_at = now() + ${sql.lit(limits.listingEnd.after)} * interval '1 day', end_reminders = 0
    where seller_id = ${sellerId} and status = 'ACTIVE' and deleted_at is null and ends_at <= now()
      and exists (select from users where id = ${sellerId} and ${isInactive('users')})`.execute(tx)
}
