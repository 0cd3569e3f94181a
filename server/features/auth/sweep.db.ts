import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { limits } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'

/** How many days after the time in a column the rows of a table are deleted. */
const lifetimes: [table: keyof DB, column: string, days: number][] = [
  ['sessions', 'expires_at', 0],
  ['password_resets', 'link_expires_at', 0],
  ['email_codes', 'expires_at', 0],
  ['reset_tokens', 'expires_at', 0],
  ['sign_in_steps', 'expires_at', 0],
  ['pending_registrations', 'expires_at', 0],
  ['sign_in_tries', 'counted_at', 2],
  ['known_devices', 'last_used_at', 400],
  ['account_events', 'created_at', limits.signIn.eventRetention],
  ['account_accesses', 'looked_at', thresholds.accountAccess.retention],
]

/** Deletes expired sessions, codes, throttles, events and unverified registrations. */
export async function sweepExpired(db: Db): Promise<void> {
  for (const [table, column, days] of lifetimes)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= now() - make_interval(days => ${days})`.execute(
      db,
    )
  // Unverified accounts from before `pending_registrations` existed: frees their e-mail and username.
  await sql`delete from users
    where email_verified_at is null and created_at < now() - interval '7 days'
      and not exists (select from listings where seller_id = users.id)`.execute(db)
}
