import { sql } from 'kysely'
import { z } from 'zod'
import { type Authentication, isAuthenticationCurrent } from '#server/core/session/session.db.ts'
import { byDatabaseClock } from '#server/db/clock.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

interface PendingSignInRow {
  hash: Buffer
  /** The account whose password was right; null if a passkey will identify it. */
  userId: number | null
  challenge: string | null
  attempts: number
  expiresAt: Date
}

/** Stores a pending sign-in, which replaces the one with the same hash. */
export async function savePendingSignInRow(
  db: Db,
  { hash, userId, challenge, attempts, expiresAt }: PendingSignInRow,
): Promise<void> {
  const fresh = { user_id: userId, challenge, tries_left: attempts, expires_at: byDatabaseClock(expiresAt) }
  await db
    .insertInto('sign_in_steps')
    .values({ token_hash: hash, ...fresh })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(fresh))
    .execute()
}

/**
 * Stores that the first factor was right, if the account has not changed since; returns false otherwise.
 * Takes the lock of `insertSession`, so that `signOut` finds it.
 */
export async function insertPendingSignInRow(
  db: Db,
  authentication: Authentication,
  { hash, attempts, expiresAt }: Pick<PendingSignInRow, 'hash' | 'attempts' | 'expiresAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_steps (token_hash, user_id, tries_left, expires_at)
    select ${hash}, id, ${attempts}, ${byDatabaseClock(expiresAt)} from users where ${isAuthenticationCurrent(authentication)} for share
    returning user_id`.execute(db)
  return rows.length > 0
}

export async function findPendingSignInRow(db: Db, hash: Buffer) {
  return db
    .selectFrom('sign_in_steps')
    .select(['user_id as userId', 'challenge'])
    .where('token_hash', '=', hash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

interface TakenPendingSignIn {
  /** What the first factor authenticated; null if a passkey will identify the account. */
  authentication: Authentication | null
  challenge: string | null
}

const TakenRow = z.strictObject({
  userId: z.int().nullable(),
  credentialsVersion: z.int().nullable(),
  challenge: z.string().nullable(),
})

/**
 * Takes one attempt and the challenge, which is answered once, from a pending sign-in. Returns undefined if it
 * no longer exists. It is deleted when its account's credentials change, so the account data read here is
 * what its first factor authenticated.
 */
export async function takePendingSignInRow(db: Db, hash: Buffer): Promise<TakenPendingSignIn | undefined> {
  const [pending] = await typedSql(
    TakenRow,
    sql`with before as (
      select token_hash, challenge from sign_in_steps
      where token_hash = ${hash} and tries_left > 0 and expires_at > now() for update
    )
    update sign_in_steps as step set tries_left = step.tries_left - 1, challenge = null
    from before where step.token_hash = before.token_hash
    returning step.user_id as "userId", before.challenge,
      (select credentials_version from users where id = step.user_id) as "credentialsVersion"`,
  ).execute(db)
  if (!pending) return undefined
  const { userId, credentialsVersion, challenge } = pending
  const authentication =
    userId === null || credentialsVersion === null ? null : { userId, credentialsVersion }
  return { authentication, challenge }
}

/** Adds a passkey challenge to a pending sign-in; returns false if there is none. */
export async function setChallenge(db: Db, hash: Buffer, challenge: string): Promise<boolean> {
  const set = await db
    .updateTable('sign_in_steps')
    .set({ challenge })
    .where('token_hash', '=', hash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return set.numUpdatedRows > 0n
}

export async function deletePendingSignInRow(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('token_hash', '=', hash).execute()
}
