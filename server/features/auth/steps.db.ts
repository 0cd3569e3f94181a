import { sql } from 'kysely'
import { isProved, type Proof } from '#server/core/session/session.db.ts'
import { byDatabaseClock } from '#server/db/clock.ts'
import type { Db } from '#server/db/pool.ts'

interface Step {
  hash: Buffer
  /** Whose password was right; null where a passkey will say who it is. */
  userId: number | null
  challenge: string | null
  tries: number
  expiresAt: Date
}

/** Keeps what waits for its next step, in place of what waited under the same name. */
export async function saveStep(db: Db, { hash, userId, challenge, tries, expiresAt }: Step): Promise<void> {
  const fresh = { user_id: userId, challenge, tries_left: tries, expires_at: byDatabaseClock(expiresAt) }
  await db
    .insertInto('sign_in_steps')
    .values({ token_hash: hash, ...fresh })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(fresh))
    .execute()
}

/**
 * Keeps that the first factor of an account was right, where the account is still as it was then; false where it is not. The lock is
 * that of `insertSession`, so that `signOut` finds the step.
 */
export async function saveProvedStep(
  db: Db,
  proof: Proof,
  { hash, tries, expiresAt }: Pick<Step, 'hash' | 'tries' | 'expiresAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_steps (token_hash, user_id, tries_left, expires_at)
    select ${hash}, id, ${tries}, ${byDatabaseClock(expiresAt)} from users where ${isProved(proof)} for share
    returning user_id`.execute(db)
  return rows.length > 0
}

export async function findStep(db: Db, hash: Buffer) {
  return db
    .selectFrom('sign_in_steps')
    .select(['user_id as userId', 'challenge'])
    .where('token_hash', '=', hash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

interface TakenStep {
  /** Whose first factor was right; null where a passkey will say who it is. */
  proof: Proof | null
  challenge: string | null
}

/**
 * Takes one try off what waits, and its challenge: each is answered once. Undefined where nothing waits any more. A step goes when
 * its account's credentials change, so what is read of the account here is what the step proved.
 */
export async function takeStep(db: Db, hash: Buffer): Promise<TakenStep | undefined> {
  const { rows } = await sql<{
    userId: number | null
    credentialsVersion: number | null
    challenge: string | null
  }>`
    with before as (
      select token_hash, challenge from sign_in_steps
      where token_hash = ${hash} and tries_left > 0 and expires_at > now() for update
    )
    update sign_in_steps as step set tries_left = step.tries_left - 1, challenge = null
    from before where step.token_hash = before.token_hash
    returning step.user_id as "userId", before.challenge,
      (select credentials_version from users where id = step.user_id) as "credentialsVersion"`.execute(db)
  const [step] = rows
  if (!step) return undefined
  const { userId, credentialsVersion, challenge } = step
  const proof = userId === null || credentialsVersion === null ? null : { userId, credentialsVersion }
  return { proof, challenge }
}

/** Gives what waits a challenge for a passkey; false where nothing waits. */
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

export async function deleteStep(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('token_hash', '=', hash).execute()
}

export async function deleteExpiredSteps(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('expires_at', '<=', sql<Date>`now()`).execute()
}
