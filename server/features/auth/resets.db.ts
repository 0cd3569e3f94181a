import { sql } from 'kysely'
import { byDatabaseClock } from '#server/db/clock.ts'
import type { Db, Tx } from '#server/db/pool.ts'

/** Who asked for a new password, by hashes. */
export interface Asker {
  /** Of the e-mail address, whether anybody has it or not. */
  address: Buffer
  /** Of the cookie of the browser. */
  browser: Buffer
  network: Buffer
  /** The browser signed in to the account before: its requests wait for its own alone, not for those of its network. */
  isKnown: boolean
}

export interface ResetCode {
  /** Null: nobody has the address. */
  userId: number | null
  codeHash: Buffer
  linkHash: Buffer
  tries: number
  codeExpiresAt: Date
  linkExpiresAt: Date
}

/** Until the transaction ends no other request for the same address is under way. */
export async function lockAddress(tx: Tx, address: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${address.readBigInt64BE(0).toString()}::bigint)`.execute(tx)
}

/**
 * Keeps a fresh code in place of the last one of the same browser, and answers its number; those of other browsers stay.
 * Null, and nothing changes, where this browser asked less than `wait` seconds ago, or a stranger's network did.
 */
export async function saveReset(
  tx: Tx,
  { address, browser, network, isKnown }: Asker,
  reset: ResetCode,
  wait: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into password_resets as r (address_hash, user_id, browser_hash, network_hash, code_hash, link_hash,
      own_tries_left, other_tries_left, code_expires_at, link_expires_at)
    select ${address}, ${reset.userId}, ${browser}, ${network}, ${reset.codeHash}, ${reset.linkHash},
      ${reset.tries}, ${reset.tries}, ${byDatabaseClock(reset.codeExpiresAt)}, ${byDatabaseClock(reset.linkExpiresAt)}
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
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether a browser asked for a code that works, and has tries left for it. */
export async function mayTryOwnCode(db: Db, address: Buffer, browser: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from password_resets
    where address_hash = ${address} and browser_hash = ${browser} and own_tries_left > 0 and code_expires_at > now()`.execute(
    db,
  )
  return rows.length > 0
}

/** Takes one of the tries of the browser that asked, and answers its code's hash; null where it has none left. */
export async function spendOwnTry(tx: Tx, address: Buffer, browser: Buffer): Promise<Buffer | null> {
  const { rows } = await sql<{ codeHash: Buffer }>`
    update password_resets set own_tries_left = own_tries_left - 1
    where address_hash = ${address} and browser_hash = ${browser} and own_tries_left > 0 and code_expires_at > now()
    returning code_hash as "codeHash"`.execute(tx)
  return rows[0]?.codeHash ?? null
}

/** Takes one of the tries that all other browsers have together, of each code of the address; answers the codes' hashes. */
export async function spendOtherTries(tx: Tx, address: Buffer): Promise<Buffer[]> {
  const { rows } = await sql<{ codeHash: Buffer }>`
    update password_resets set other_tries_left = other_tries_left - 1
    where address_hash = ${address} and other_tries_left > 0 and code_expires_at > now()
    returning code_hash as "codeHash"`.execute(tx)
  return rows.map(({ codeHash }) => codeHash)
}

/** A code that was right works no more. Its link goes with it: the token that the code was exchanged for takes its place. */
export async function deleteResetCode(tx: Tx, address: Buffer, codeHash: Buffer): Promise<void> {
  await sql`delete from password_resets where address_hash = ${address} and code_hash = ${codeHash}`.execute(
    tx,
  )
}

/** Uses the link of a mail up: true once, for a link to this user that has not expired. */
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

/** The password is another now: no code or link that was asked for before sets the next one. */
export async function deleteResetsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function deleteExpiredResets(db: Db): Promise<void> {
  await db.deleteFrom('password_resets').where('link_expires_at', '<=', sql<Date>`now()`).execute()
}

/** Keeps a reset token's hash; tokens that the user was given before stop working. */
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

export async function deleteResetTokens(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('reset_tokens').where('user_id', '=', userId).execute()
}
