import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { thresholds } from '#shared/thresholds.ts'
import { byDatabaseClock } from '../../db/clock.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { statement, type ValueOf } from '../../db/statement.ts'
import { typedSql } from '../../db/typed-sql.ts'

/** A completed authentication: the account, and its `credentials_version` when it was checked. */
export interface Authentication {
  userId: number
  credentialsVersion: number
}

/** The session of a request, as read at its start. */
export interface OwnSession {
  id: number
  tokenHash: Buffer
  credentialsVersion: number
}

const reauthenticateAfter = sql.raw(`${thresholds.signIn.reauthenticateAfter} seconds`)

const ViewerRow = z.strictObject({
  id: z.int(),
  fullName: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: z.enum(['USER', 'ADMIN']),
  isLeaving: z.boolean(),
  isStale: z.boolean(),
  secondFactor: z.boolean(),
  isRecentlyAuthenticated: z.boolean(),
  sessionId: z.int(),
  credentialsVersion: z.int(),
})

const viewerOf = statement((value: ValueOf<{ tokenHash: Buffer }>) =>
  typedSql(
    ViewerRow,
    sql`
    select u.id, u.full_name as "fullName", u.email, u.avatar_url as "avatarUrl", u.role,
      u.deletion_due_at is not null as "isLeaving", s.last_seen_at < now() - interval '1 hour' as "isStale",
      s.second_factor as "secondFactor", s.authenticated_at > now() - interval '${reauthenticateAfter}' as "isRecentlyAuthenticated",
      s.id as "sessionId", u.credentials_version as "credentialsVersion"
    from sessions s
    join users u on u.id = s.user_id
    where s.token_hash = ${value('tokenHash')} and s.expires_at > now() and u.banned_at is null`,
  ),
)

/**
 * The user of a session, the confirmations made in it, and whether it was last used over an hour ago; null if
 * it is unknown, expired, or the user is banned.
 */
export async function findViewer(db: Db, tokenHash: Buffer) {
  const [row] = await viewerOf(db, { tokenHash })
  if (!row) return null
  const { isStale, secondFactor, isRecentlyAuthenticated, sessionId: id, credentialsVersion, ...person } = row
  const session: OwnSession = { id, tokenHash, credentialsVersion }
  return { person, session, isStale, secondFactor, isRecentlyAuthenticated }
}

const Ended = z.strictObject({ index: z.int() })

/** Returns the indexes of the hashes whose session has ended or whose user is banned. */
export async function findEnded(db: Db, hashes: Buffer[]): Promise<number[]> {
  const rows = await typedSql(
    Ended,
    sql`select given.position - 1 as index
    from unnest(${hashes}::bytea[]) with ordinality as given (hash, position)
    where not exists (
      select from sessions s
      join users u on u.id = s.user_id
      where s.token_hash = given.hash and s.expires_at > now() and u.banned_at is null
    )`,
  ).execute(db)
  return rows.map(({ index }) => index)
}

interface NewSession {
  tokenHash: Buffer
  userAgent: string | null
  ip: string
  expiresAt: Date
  secondFactor: boolean
}

/**
 * Opens a session if the account has not changed since the authentication; returns false otherwise. The share lock on
 * the account's row waits for a concurrent change, and a later change sees the session. From `sessions` in shared/thresholds.ts on it
 * ends the one that was used longest ago.
 */
export async function insertSession(
  db: Db,
  authentication: Authentication,
  session: NewSession,
): Promise<boolean> {
  const { tokenHash, userAgent, ip, expiresAt, secondFactor } = session
  const { rows } = await sql`
    with opened as (
      insert into sessions (token_hash, user_id, user_agent, ip, expires_at, second_factor)
      select ${tokenHash}, id, ${userAgent}, ${ip}::inet, ${byDatabaseClock(expiresAt)}, ${secondFactor}
      from users where ${isAuthenticationCurrent(authentication)} for share
      returning id, user_id
    ), ended as (
      -- Of those before it.
      delete from sessions where id in (
        select s.id from sessions s join opened on s.user_id = opened.user_id
        order by s.last_seen_at desc, s.id desc offset ${thresholds.signIn.sessions - 1})
    )
    select id from opened`.execute(db)
  return rows.length > 0
}

/** SQL condition on `users`: the row is the account, and the authentication has not been invalidated since. */
export function isAuthenticationCurrent({ userId, credentialsVersion }: Authentication): RawBuilder<boolean> {
  return sql<boolean>`(users.id = ${userId} and users.credentials_version = ${credentialsVersion}
    and users.banned_at is null and users.deleted_at is null)`
}

/**
 * SQL condition on `users`: the row is the request's account, and its session is still valid. For the
 * statement that locks the account before a change: everything that ends sessions writes that row, so the
 * lock waits for it and re-reads the row.
 */
export function isStillSignedIn(viewer: { id: number; session: OwnSession }): RawBuilder<boolean> {
  const { tokenHash, credentialsVersion } = viewer.session
  return sql<boolean>`(${isAuthenticationCurrent({ userId: viewer.id, credentialsVersion })}
    and exists (select from sessions where token_hash = ${tokenHash}))`
}

/**
 * Invalidates authentications made before now by raising `credentials_version`; locks the account until the
 * transaction ends. Returns false if there is none.
 */
export async function invalidateAuthentications(tx: Tx, userId: number): Promise<boolean> {
  const ended = await tx
    .updateTable('users')
    .set({ credentials_version: sql`credentials_version + 1` })
    .where('id', '=', userId)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/**
 * The only way to sign an account out: ends its sessions, except the one with the hash `keep`, and its
 * pending sign-ins. A concurrent sign-in opens no session. Returns false if there is no such account.
 */
export async function signOut(tx: Tx, userId: number, keep: Buffer | null = null): Promise<boolean> {
  if (!(await invalidateAuthentications(tx, userId))) return false
  // A separate statement, so that it sees sessions committed while the previous one waited for its lock.
  await sql`
    with steps as (delete from sign_in_steps where user_id = ${userId})
    delete from sessions where user_id = ${userId} and token_hash is distinct from ${keep}`.execute(tx)
  return true
}

/**
 * Records that a session is in use and extends it to `expiresAt`, within the maximum lifetime of a session.
 */
export async function extendSession(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: sql`now()`,
      expires_at: sql`least(${byDatabaseClock(expiresAt)}, created_at + make_interval(secs => ${thresholds.signIn.sessionMax}))`,
    })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/**
 * Replaces a session's token after its owner confirmed the password; returns false if the session has ended.
 */
export async function replaceToken(
  db: Db,
  own: Buffer,
  fresh: Buffer,
  secondFactor: boolean | undefined,
): Promise<boolean> {
  const replaced = await db
    .updateTable('sessions')
    .set({ token_hash: fresh, authenticated_at: sql`now()`, second_factor: secondFactor })
    .where('token_hash', '=', own)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** A user's sessions, most recently used first; `isOwn` marks the session with the id `own`. */
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

/** Ends one session of a user; returns false if the user has no such session. */
export async function deleteSessionOf(db: Db, userId: number, id: number): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}
