import { type Insertable, sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { byDatabaseClock } from '../../db/clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Sessions } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'

interface ViewerRow {
  id: number
  fullName: string
  email: string
  avatarUrl: string | null
  role: 'USER' | 'ADMIN'
  isLeaving: boolean
  isStale: boolean
  secondFactor: boolean
  isConfirmed: boolean
}

const confirmed = sql.raw(`${limits.signIn.confirmed} seconds`)

const viewerOf = statement<{ tokenHash: Buffer }, ViewerRow>(
  (value) => sql`
    select u.id, u.full_name as "fullName", u.email, u.avatar_url as "avatarUrl", u.role,
      u.deletion_due_at is not null as "isLeaving", s.last_seen_at < now() - interval '1 hour' as "isStale",
      s.second_factor as "secondFactor", s.authenticated_at > now() - interval '${confirmed}' as "isConfirmed"
    from sessions s
    join users u on u.id = s.user_id
    where s.token_hash = ${value('tokenHash')} and s.expires_at > now() and u.banned_at is null`,
)

/**
 * The user behind a session token's hash, what they proved in it, and whether it was last used over an hour ago; null
 * where it is unknown, expired, or the user banned.
 */
export async function findViewer(db: Db, tokenHash: Buffer) {
  const [row] = await viewerOf(db, { tokenHash })
  if (!row) return null
  const { isStale, secondFactor, isConfirmed, ...person } = row
  return { person, isStale, secondFactor, isConfirmed }
}

/** Which of these hashes, by their places, are no live session of somebody who is not banned. */
export async function findEnded(db: Db, hashes: Buffer[]): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    select given.place - 1 as place
    from unnest(${hashes}::bytea[]) with ordinality as given (hash, place)
    where not exists (
      select from sessions s
      join users u on u.id = s.user_id
      where s.token_hash = given.hash and s.expires_at > now() and u.banned_at is null
    )`.execute(db)
  return rows.map(({ place }) => place)
}

export async function insertSession(
  db: Db,
  { expires_at, ...session }: Insertable<Sessions> & { expires_at: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: byDatabaseClock(expires_at) })
    .execute()
}

/** Notes that a session is in use, and has it live until `expiresAt`, but no longer than any session may. */
export async function prolongSession(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: sql`now()`,
      expires_at: sql`least(${byDatabaseClock(expiresAt)}, created_at + make_interval(secs => ${limits.signIn.sessionLongest}))`,
    })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Gives a session another token, its owner having proved who they are; false where it is over. */
export async function replaceToken(
  db: Db,
  own: Buffer,
  fresh: Buffer,
  secondFactor: boolean | undefined,
): Promise<boolean> {
  const replaced = await db
    .updateTable('sessions')
    .set({
      token_hash: fresh,
      authenticated_at: sql`now()`,
      last_seen_at: sql`now()`,
      second_factor: secondFactor,
    })
    .where('token_hash', '=', own)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of a user, at once. */
export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Ends every session of a user but the one with this token; answers how many. */
export async function deleteOtherSessionsOf(db: Db, userId: number, own: Buffer | null): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(own !== null, (query) => query.where('token_hash', '<>', own))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Where a user is signed in, the last used first; `isOwn` marks the session with the hash `own`. */
export async function findSessionsOf(db: Db, userId: number, own: Buffer | null) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      sql<string | null>`host(ip)`.as('ip'),
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      sql<boolean>`token_hash is not distinct from ${own}`.as('isOwn'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('isOwn', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends one session of a user; false where they have no such session. */
export async function deleteSessionOf(db: Db, userId: number, id: number): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', sql<Date>`now()`).execute()
}
