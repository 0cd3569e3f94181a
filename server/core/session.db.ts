import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Sessions } from '../db/schema.ts'
import type { Viewer } from './session.ts'

/** The user behind a session token's hash; null where it is unknown, expired, or the user banned. */
export async function findViewer(db: Db, tokenHash: Buffer): Promise<Viewer | null> {
  const viewer = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.full_name as fullName',
      'users.email',
      'users.avatar_url as avatarUrl',
      'users.role',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.banned_at', 'is', null)
    .executeTakeFirst()
  return viewer ?? null
}

export async function insertSession(db: Db, session: Insertable<Sessions>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of a user, at once. */
export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
