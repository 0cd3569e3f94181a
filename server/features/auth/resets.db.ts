import { sql } from 'kysely'
import { z } from 'zod'
import { byDatabaseClock } from '#server/db/clock.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { CodeTimes } from '#shared/contract/auth.ts'

/** The requester of a reset, as hashes. */
export interface ResetRequester {
  /** Hash of the e-mail address, whether it has an account or not. */
  address: Buffer
  /** Hash of the browser's cookie. */
  browser: Buffer
  network: Buffer
  /**
   * The browser signed in to the account before: only its own requests delay it, not those of its network.
   */
  isKnown: boolean
}

export interface ResetCode {
  /** Null if no account has the address. */
  userId: number | null
  codeHash: Buffer
  linkHash: Buffer
  attempts: number
  codeExpiresAt: Date
  linkExpiresAt: Date
}

/** Serialises the requests for one address until the transaction ends. */
export async function lockResetsOf(tx: Tx, address: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${address.readBigInt64BE(0).toString()}::bigint)`.execute(tx)
}

const Saved = z.strictObject({ id: z.int() })

/**
 * Stores a new code, which replaces the last one of the same browser, and returns its number; codes of other browsers stay. Returns null and
 * changes nothing if this browser made a request less than `wait` seconds ago, or its network did and the account does not know the
 * browser (`isKnown`).
 */
export async function saveReset(
  tx: Tx,
  { address, browser, network, isKnown }: ResetRequester,
  reset: ResetCode,
  wait: number,
): Promise<number | null> {
  const [saved] = await typedSql(
    Saved,
    sql`insert into password_resets as r (address_hash, user_id, browser_hash, network_hash, code_hash, link_hash,
      own_tries_left, other_tries_left, code_expires_at, link_expires_at)
    select ${address}, ${reset.userId}, ${browser}, ${network}, ${reset.codeHash}, ${reset.linkHash},
      ${reset.attempts}, ${reset.attempts}, ${byDatabaseClock(reset.codeExpiresAt)}, ${byDatabaseClock(reset.linkExpiresAt)}
    where not exists (
      select from password_resets
      where address_hash = ${address} and sent_at > now() - make_interval(secs => ${wait})
        and (browser_hash = ${browser} or (not ${isKnown}::boolean and network_hash = ${network}))
    )
    on conflict (address_hash, browser_hash) do update set
      user_id = excluded.user_id, network_hash = excluded.network_hash, code_hash = excluded.code_hash,
      link_hash = excluded.link_hash, own_tries_left = excluded.own_tries_left,
      other_tries_left = excluded.other_tries_left, sent_at = now(),
      code_expires_at = excluded.code_expires_at, link_expires_at = excluded.link_expires_at
    returning id`,
  ).execute(tx)
  return saved?.id ?? null
}

/**
 * Seconds for which the last code of a browser is valid, and until it may request the next; null if it
 * requested none.
 */
export async function findResetTimes(
  tx: Tx,
  { address, browser }: Pick<ResetRequester, 'address' | 'browser'>,
  wait: number,
): Promise<CodeTimes | null> {
  return typedSql(
    CodeTimes.strict(),
    sql`select greatest(0, ceil(extract(epoch from code_expires_at - now())))::int as "expiresIn",
      greatest(0, ceil(extract(epoch from sent_at - now()) + ${wait}))::int as "resendIn"
    from password_resets where address_hash = ${address} and browser_hash = ${browser}`,
  ).first(tx)
}

/** Whether a browser requested a code that is valid and has attempts left. */
export async function hasOwnAttempts(db: Db, address: Buffer, browser: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from password_resets
    where address_hash = ${address} and browser_hash = ${browser} and own_tries_left > 0 and code_expires_at > now()`.execute(
    db,
  )
  return rows.length > 0
}

/** Takes one attempt of the requesting browser and returns its code's hash; null if none is left. */
export async function spendOwnAttempt(tx: Tx, address: Buffer, browser: Buffer): Promise<Buffer | null> {
  const spent = await tx
    .updateTable('password_resets')
    .set((eb) => ({ own_tries_left: eb('own_tries_left', '-', 1) }))
    .where('address_hash', '=', address)
    .where('browser_hash', '=', browser)
    .where('own_tries_left', '>', 0)
    .where('code_expires_at', '>', sql<Date>`now()`)
    .returning('code_hash as codeHash')
    .executeTakeFirst()
  return spent?.codeHash ?? null
}

/**
 * Takes one of the attempts that all other browsers share, for each code of the address; returns the codes'
 * hashes.
 */
export async function spendOtherAttempts(tx: Tx, address: Buffer): Promise<Buffer[]> {
  const spent = await tx
    .updateTable('password_resets')
    .set((eb) => ({ other_tries_left: eb('other_tries_left', '-', 1) }))
    .where('address_hash', '=', address)
    .where('other_tries_left', '>', 0)
    .where('code_expires_at', '>', sql<Date>`now()`)
    .returning('code_hash as codeHash')
    .execute()
  return spent.map(({ codeHash }) => codeHash)
}

/** Deletes a code that was right, with its link: the token that replaces the code replaces both. */
export async function deleteResetCode(tx: Tx, address: Buffer, codeHash: Buffer): Promise<void> {
  await sql`delete from password_resets where address_hash = ${address} and code_hash = ${codeHash}`.execute(
    tx,
  )
}

/** Uses up the link of a mail: true once, for an unexpired link of this user. */
export async function takeResetLink(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const taken = await tx
    .deleteFrom('password_resets')
    .where('link_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('link_expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Deletes every older code and link after a change of the password. */
export async function deleteResetsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

/** Stores a reset token's hash; the user's earlier tokens become invalid. */
export async function saveResetToken(
  tx: Tx,
  token: { userId: number; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await deleteResetTokens(tx, token.userId)
  await tx
    .insertInto('reset_tokens')
    .values({ user_id: token.userId, token_hash: token.hash, expires_at: byDatabaseClock(token.expiresAt) })
    .execute()
}

/** Uses up a reset token: true once, for an unexpired token of this user. */
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

export async function deleteResetTokens(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('reset_tokens').where('user_id', '=', userId).execute()
}
