import { type RawBuilder, sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { byDatabaseClock } from '../../db/clock.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'

/** Who proved to be whom, and what the account's `credentials_version` was when that was looked at. */
export interface Proof {
  userId: number
  credentialsVersion: number
}

/** The session of a request, as it was found when the request began. */
export interface OwnSession {
  id: number
  tokenHash: Buffer
  credentialsVersion: number
}

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
  sessionId: number
  credentialsVersion: number
}

const confirmed = sql.raw(`${limits.signIn.confirmed} seconds`)

const viewerOf = statement<{ tokenHash: Buffer }, ViewerRow>(
  (value) => sql`
    select u.id, u.full_name as "fullName", u.email, u.avatar_url as "avatarUrl", u.role,
      u.deletion_due_at is not null as "isLeaving", s.last_seen_at < now() - interval '1 hour' as "isStale",
      s.second_factor as "secondFactor", s.authenticated_at > now() - interval '${confirmed}' as "isConfirmed",
      s.id as "sessionId", u.credentials_version as "credentialsVersion"
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
  const { isStale, secondFactor, isConfirmed, sessionId: id, credentialsVersion, ...person } = row
  const session: OwnSession = { id, tokenHash, credentialsVersion }
  return { person, session, isStale, secondFactor, isConfirmed }
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

interface NewSession {
  tokenHash: Buffer
  userAgent: string | null
  ip: string
  expiresAt: Date
  secondFactor: boolean
}

/**
 * Opens a session where the account is still as it was when the proof was looked at; false where it is not. The row's share
 * lock waits for a change that is under way, and a change that comes later finds the session.
 */
export async function insertSession(db: Db, proof: Proof, session: NewSession): Promise<boolean> {
  const { tokenHash, userAgent, ip, expiresAt, secondFactor } = session
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, user_agent, ip, expires_at, second_factor)
    select ${tokenHash}, id, ${userAgent}, ${ip}::inet, ${byDatabaseClock(expiresAt)}, ${secondFactor}
    from users where ${isProved(proof)} for share
    returning id`.execute(db)
  return rows.length > 0
}

/** Whether the row of `users` is the account that was proved, and nothing since has ended the proof's value. */
export function isProved({ userId, credentialsVersion }: Proof): RawBuilder<boolean> {
  return sql<boolean>`(users.id = ${userId} and users.credentials_version = ${credentialsVersion}
    and users.banned_at is null and users.deleted_at is null)`
}

/**
 * Whether the row of `users` is the account of a request whose session still lives: for the statement that locks the account
 * before a change of it. Whatever ends sessions writes that row, so the lock waits for it and looks at the row again.
 */
export function isStillSignedIn(viewer: { id: number; session: OwnSession }): RawBuilder<boolean> {
  const { tokenHash, credentialsVersion } = viewer.session
  return sql<boolean>`(${isProved({ userId: viewer.id, credentialsVersion })}
    and exists (select from sessions where token_hash = ${tokenHash} and user_id = users.id))`
}

/**
 * Ends the value of everything that was proved for this account so far, and holds the account's lock until the transaction
 * ends. False where there is no such account.
 */
export async function endProofs(tx: Tx, userId: number): Promise<boolean> {
  const ended = await tx
    .updateTable('users')
    .set({ credentials_version: sql`credentials_version + 1` })
    .where('id', '=', userId)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/**
 * The one way to sign somebody out: ends their sessions, but the one with the hash `keep`, and what waits for a second factor; what is
 * being proved meanwhile opens no session. False where there is no such account.
 */
export async function signOut(tx: Tx, userId: number, keep: Buffer | null = null): Promise<boolean> {
  if (!(await endProofs(tx, userId))) return false
  // A statement of its own: it sees the sessions that were committed while the one before waited for its lock.
  await sql`
    with steps as (delete from sign_in_steps where user_id = ${userId})
    delete from sessions where user_id = ${userId} and token_hash is distinct from ${keep}`.execute(tx)
  return true
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

/** Where a user is signed in, the last used first; `isOwn` marks the session with the id `own`. */
export async function findSessionsOf(db: Db, userId: number, own: number) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      sql<string | null>`host(ip)`.as('ip'),
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      sql<boolean>`id = ${own}`.as('isOwn'),
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
