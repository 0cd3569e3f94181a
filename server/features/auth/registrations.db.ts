import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import { limits } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import type { AccountDetails } from './accounts.db.ts'

const { lifetime, resendWait } = limits.code
const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`
const secondsUntil = (moment: RawBuilder<unknown>) =>
  sql<number>`greatest(0, coalesce(ceil(extract(epoch from ${moment} - now())), 0))::int`

const columns = [
  'id',
  'email',
  'username',
  'full_name as fullName',
  'phone',
  'password_hash as passwordHash',
  // Null before the first code is sent.
  'code_hash as codeHash',
  'registered_at as registeredAt',
  // Seconds for which the code can still be used; 0 if it has expired or has no attempts left.
  sql<number>`case when tries_left > 0 then ${secondsUntil(sql`code_expires_at`)} else 0 end`.as('expiresIn'),
  // Seconds until another code can be sent.
  secondsUntil(sql`code_sent_at + make_interval(secs => ${resendWait})`).as('resendIn'),
] as const

const ofBrowser = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('pending_registrations')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)

/** A registration that waits for its code. */
export type PendingRegistration = NonNullable<Awaited<ReturnType<typeof findRegistration>>>

/** The registration of the browser whose cookie has this hash. */
export async function findRegistration(db: Db, tokenHash: Buffer) {
  return (await ofBrowser(db, tokenHash).executeTakeFirst()) ?? null
}

/** The same, locked until the transaction ends. */
export async function lockRegistration(tx: Tx, tokenHash: Buffer) {
  return (await ofBrowser(tx, tokenHash).forUpdate().executeTakeFirst()) ?? null
}

/**
 * All pending registrations of an address, ignoring case, newest first. They are few: `registrationMailRule` limits the mails
 * to one address.
 */
export function findRegistrationsOf(db: Db, email: string) {
  return db
    .selectFrom('pending_registrations')
    .select(['id', 'token_hash as tokenHash', 'password_hash as passwordHash'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .execute()
}

/** Inserts a registration without a code; returns its id and time. */
export function insertRegistration(tx: Tx, tokenHash: Buffer, details: AccountDetails) {
  return tx
    .insertInto('pending_registrations')
    .values({
      token_hash: tokenHash,
      expires_at: secondsFromNow(thresholds.registrationLifetime),
      ...toColumns(details),
    })
    .returning(['id', 'registered_at as registeredAt'])
    .executeTakeFirstOrThrow()
}

/** Replaces the details and the cookie of a registration; its code stays. */
export function replaceRegistration(tx: Tx, id: number, tokenHash: Buffer, details: AccountDetails) {
  return tx
    .updateTable('pending_registrations')
    .set({
      token_hash: tokenHash,
      registered_at: sql`now()`,
      expires_at: secondsFromNow(thresholds.registrationLifetime),
      ...toColumns(details),
    })
    .where('id', '=', id)
    .returning(['id', 'registered_at as registeredAt'])
    .executeTakeFirstOrThrow()
}

function toColumns({ fullName, username, email, phone, passwordHash }: AccountDetails) {
  return { full_name: fullName, username, email, phone, password_hash: passwordHash }
}

/** Assigns a registration to another browser. */
export async function adoptRegistrationRow(db: Db, id: number, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('pending_registrations')
    .set({ token_hash: tokenHash, expires_at: secondsFromNow(thresholds.registrationLifetime) })
    .where('id', '=', id)
    .execute()
}

/** Creates a registration from an unverified account. */
export async function copyUnverifiedAccount(db: Db, userId: number, tokenHash: Buffer): Promise<void> {
  await sql`
    insert into pending_registrations
      (token_hash, email, username, full_name, phone, password_hash, registered_at, expires_at)
    select ${tokenHash}, email, username, full_name, phone, password_hash, created_at,
      ${secondsFromNow(thresholds.registrationLifetime)}
    from users where id = ${userId} and email_verified_at is null`.execute(db)
}

/** Stores a new code, with all its attempts and a new lifetime, and starts the wait for the next one. */
export async function setRegistrationCode(tx: Tx, id: number, codeHash: Buffer): Promise<void> {
  await tx
    .updateTable('pending_registrations')
    .set({
      code_hash: codeHash,
      tries_left: thresholds.codeAttempts,
      code_sent_at: sql`now()`,
      code_expires_at: secondsFromNow(lifetime),
    })
    .where('id', '=', id)
    .execute()
}

export async function spendRegistrationAttempt(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('pending_registrations')
    .set({ tries_left: sql`tries_left - 1` })
    .where('id', '=', id)
    .execute()
}

/** Locks the registrations of an address for verification, whether there is one or not: the first one wins. */
export async function lockRegistrationsOf(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('registration ' || lower(${email}), 0))`.execute(tx)
}

/** Deletes every pending registration of an address. */
export async function deleteRegistrationsOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('pending_registrations').where(sql`lower(email)`, '=', sql`lower(${email})`).execute()
}
