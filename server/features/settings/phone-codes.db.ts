import { type RawBuilder, sql } from 'kysely'
import { byDatabaseClock } from '#server/db/clock.ts'
import type { Db } from '#server/db/pool.ts'

/**
 * Stores a new code in place of the last one. Returns false, without a change, if one was sent to the same
 * number less than `wait` seconds ago.
 */
export async function savePhoneCode(
  tx: Db,
  code: { userId: number; phone: string; hash: Buffer; attempts: number; expiresAt: Date; wait: number },
): Promise<boolean> {
  const fresh = {
    phone: code.phone,
    code_hash: code.hash,
    tries_left: code.attempts,
    expires_at: byDatabaseClock(code.expiresAt),
  }
  const saved = await tx
    .insertInto('phone_codes')
    .values({ user_id: code.userId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...fresh, sent_at: sql`now()` })
        .where(
          sql<boolean>`phone_codes.phone <> ${code.phone}
            or phone_codes.sent_at <= now() - make_interval(secs => ${code.wait})`,
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Seconds, by the database's clock, for which a user's code is valid, and until another can be sent. */
export async function findPhoneCode(tx: Db, userId: number, wait: number) {
  const secondsUntil = (moment: RawBuilder<unknown>) =>
    sql<number>`greatest(0, ceil(extract(epoch from ${moment} - now())))::int`
  return tx
    .selectFrom('phone_codes')
    .select([
      secondsUntil(sql`expires_at`).as('expiresIn'),
      secondsUntil(sql`sent_at + make_interval(secs => ${wait})`).as('resendIn'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Takes one attempt of a valid code for this number and returns its hash; null if there is none. */
export async function spendPhoneAttempt(tx: Db, userId: number, phone: string): Promise<Buffer | null> {
  const code = await tx
    .updateTable('phone_codes')
    .set({ tries_left: sql`tries_left - 1` })
    .where('user_id', '=', userId)
    .where('phone', '=', phone)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst()
  return code?.code_hash ?? null
}

/** Marks the number as verified and deletes the code. */
export async function markPhoneVerified(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('phone_codes').where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({ phone_verified_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/**
 * Removes a number's verification from the account that has it, and returns that account. Locks the number's
 * verification until the transaction ends.
 */
export async function takeOverPhone(
  tx: Db,
  userId: number,
  phone: string,
): Promise<{ email: string; fullName: string; username: string } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone ${phone}`}, 0))`.execute(tx)
  const before = await tx
    .updateTable('users')
    .set({ phone_verified_at: null, updated_at: sql`now()` })
    .where('phone', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .where('id', '<>', userId)
    .returning(['email', 'full_name as fullName', 'username'])
    .executeTakeFirst()
  return before ?? null
}
