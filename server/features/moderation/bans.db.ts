import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

const bansLock = sql`hashtext('bans')`

/**
 * Lets no ban begin or end until the transaction ends, for one that publishes reviews: a ban counts the ratings anew of those reviews
 * only that it sees. Call it before other rows are locked.
 */
export async function waitForBans(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${bansLock})`.execute(tx)
}

/**
 * The user to be banned or unbanned, locked until the transaction ends; null if there is none. Bans run one
 * at a time: a ban also changes the ratings of every user that the banned user reviewed, so two bans could deadlock.
 */
export async function lockForBan(tx: Db, id: number) {
  await sql`select pg_advisory_xact_lock(${bansLock})`.execute(tx)
  const user = await tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'full_name as fullName',
      'username',
      'role',
      'banned_at as bannedAt',
      'deleted_at as deletedAt',
      'deletion_due_at as deletionDueAt',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user ?? null
}

export async function setBanned(tx: Db, id: number, bannedAt: Date | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ banned_at: bannedAt, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
