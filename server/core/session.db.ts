import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Sessions } from '../db/schema.ts'

/**
 * The user behind a session token's hash, and whether the session was last used over an hour ago; null where it is
 * unknown, expired, or the user banned.
 */
export async function findViewer(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.full_name as fullName',
      'users.email',
      'users.avatar_url as avatarUrl',
      'users.role',
      sql<boolean>`sessions.last_seen_at < now() - interval '1 hour'`.as('isStale'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.banned_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { isStale, ...viewer } = row
  return { viewer, isStale }
}

export async function insertSession(db: Db, session: Insertable<Sessions>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** Notes that a session is in use, and has it live until `expiresAt`. */
export async function prolongSession(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()`, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of a user, at once. */
export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', sql<Date>`now()`).execute()
}
