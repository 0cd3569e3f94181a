import { sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'

/** SQL condition on `u`: it is the account of this id or e-mail address. */
const isAccount = (account: number | string) =>
  typeof account === 'number' ? sql`u.id = ${account}` : sql`lower(u.email) = lower(${account})`

/** Whether an account, given by id or e-mail address, signed in before in the browser with this cookie. */
export async function isKnownDevice(db: Db, hash: Buffer, account: number | string): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices d join users u on u.id = d.user_id
    where d.token_hash = ${hash} and ${isAccount(account)}`.execute(db)
  return rows.length > 0
}

/**
 * Binds a browser to an account; the accounts bound under its previous cookie, `before`, are carried over.
 */
export async function saveKnownDevice(
  db: Db,
  hash: Buffer,
  userId: number,
  before: Buffer | null,
): Promise<void> {
  await sql`
    with before as (delete from known_devices where token_hash = ${before} returning user_id, last_used_at)
    insert into known_devices (token_hash, user_id, last_used_at)
    select ${hash}::bytea, user_id, last_used_at from before where user_id <> ${userId}
    union all select ${hash}::bytea, ${userId}::int, now()`.execute(db)
}

/** Unbinds a browser from one account. */
export async function deleteKnownDevice(db: Db, hash: Buffer, account: number | string): Promise<void> {
  await sql`
    delete from known_devices d using users u
    where u.id = d.user_id and d.token_hash = ${hash} and ${isAccount(account)}`.execute(db)
}

/** Unbinds all browsers from an account except the one with the hash `own`. */
export async function deleteKnownDevicesOf(tx: Tx, userId: number, own: Buffer | null = null): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(own !== null, (query) => query.where('token_hash', '<>', own))
    .execute()
}
