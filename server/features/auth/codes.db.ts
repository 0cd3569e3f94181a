import { sql } from 'kysely'
import { byDatabaseClock } from '#server/db/clock.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import type { EmailCodes } from '#server/db/schema.ts'

export type Purpose = EmailCodes['purpose']

/**
 * Keeps a fresh code in place of the last one. Answers false, and changes nothing, where the last one was sent less than
 * `wait` seconds ago.
 */
export async function saveCode(
  tx: Tx,
  code: { userId: number; purpose: Purpose; hash: Buffer; tries: number; expiresAt: Date; wait: number },
): Promise<boolean> {
  const fresh = { code_hash: code.hash, tries_left: code.tries, expires_at: byDatabaseClock(code.expiresAt) }
  const saved = await tx
    .insertInto('email_codes')
    .values({ user_id: code.userId, purpose: code.purpose, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'purpose'])
        .doUpdateSet({ ...fresh, sent_at: sql`now()` })
        .where('email_codes.sent_at', '<=', sql<Date>`now() - make_interval(secs => ${code.wait})`),
    )
    .returning('user_id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Takes one try off a code that still works and answers its hash; null where there is none. */
export async function spendTry(tx: Tx, userId: number, purpose: Purpose): Promise<Buffer | null> {
  const code = await tx
    .updateTable('email_codes')
    .set({ tries_left: sql`tries_left - 1` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst()
  return code?.code_hash ?? null
}

export async function deleteCode(tx: Tx, userId: number, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('email_codes').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

/** Keeps a reset token's hash; tokens that the user was given before stop working. */
export async function saveResetToken(
  tx: Tx,
  token: { userId: number; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.deleteFrom('reset_tokens').where('user_id', '=', token.userId).execute()
  await tx
    .insertInto('reset_tokens')
    .values({ user_id: token.userId, token_hash: token.hash, expires_at: byDatabaseClock(token.expiresAt) })
    .execute()
}

/** Uses a reset token up: true once, for a token of this user that has not expired. */
export async function takeResetToken(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const taken = await tx
    .deleteFrom('reset_tokens')
    .where('token_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Ends every mailed code of a user, and the reset that one was exchanged for. */
export async function deleteMailedProofs(tx: Tx, userId: number): Promise<void> {
  await sql`
    with codes as (delete from email_codes where user_id = ${userId})
    delete from reset_tokens where user_id = ${userId}`.execute(tx)
}

export async function deleteExpiredCodes(db: Db): Promise<void> {
  await db.deleteFrom('email_codes').where('expires_at', '<=', sql<Date>`now()`).execute()
  await db.deleteFrom('reset_tokens').where('expires_at', '<=', sql<Date>`now()`).execute()
}
