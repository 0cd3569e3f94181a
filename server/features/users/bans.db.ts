import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

/**
 * Who is banned or let in again; null where there is no such user. Nobody else changes them until the transaction ends.
 * One at a time: a ban also changes the ratings of whom the banned one reviewed, so that two would wait for each other.
 */
export async function lockForBan(tx: Db, id: number) {
  await sql`select pg_advisory_xact_lock(hashtext('bans'))`.execute(tx)
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'role', 'banned_at as bannedAt', 'deleted_at as deletedAt'])
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
