import { sql } from 'kysely'
import { isStillSignedIn } from '#server/core/session/session.db.ts'
import type { Person, Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'

export interface Account {
  person: Person
  username: string
  passwordHash: string
  isVerified: boolean
  isBanned: boolean
  /** Signing in needs more than the password. */
  hasSecondFactor: boolean
  /** The version of the credentials when this row was read: see `Authentication`. */
  credentialsVersion: number
}

export interface AccountDetails {
  fullName: string
  username: string
  email: string
  /** E.164. */
  phone: string
  passwordHash: string
}

const withEmail = (db: Db, email: string) =>
  selectAccounts(db).where(sql`lower(email)`, '=', sql`lower(${email})`)

function selectAccounts(db: Db) {
  return db.selectFrom('users').select([
    'id',
    'full_name as fullName',
    'email',
    'avatar_url as avatarUrl',
    'role',
    'username',
    'password_hash as passwordHash',
    'credentials_version as credentialsVersion',
    sql<boolean>`email_verified_at is not null`.as('isVerified'),
    sql<boolean>`banned_at is not null`.as('isBanned'),
    sql<boolean>`deletion_due_at is not null`.as('isLeaving'),
    sql<boolean>`
        exists (select from totp_secrets where user_id = users.id and confirmed_at is not null)
        or exists (select from passkeys where user_id = users.id)`.as('hasSecondFactor'),
  ])
}

function toAccount(row: Person & Omit<Account, 'person'>): Account {
  const { username, passwordHash, isVerified, isBanned, hasSecondFactor, credentialsVersion, ...person } = row
  return { person, username, passwordHash, isVerified, isBanned, hasSecondFactor, credentialsVersion }
}

export async function findAccount(db: Db, email: string): Promise<Account | null> {
  const row = await withEmail(db, email).executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function findAccountOf(db: Db, id: number): Promise<Account | null> {
  const row = await selectAccounts(db).where('id', '=', id).executeTakeFirst()
  return row ? toAccount(row) : null
}

/**
 * Locks an account before its codes, password or verification change, so that such changes run one at a time.
 */
export async function lockAccount(tx: Tx, email: string): Promise<Account | null> {
  const row = await withEmail(tx, email).forNoKeyUpdate().executeTakeFirst()
  return row ? toAccount(row) : null
}

/** Locks the account of a signed-in user like `lockAccount`; null if the session has ended or the account changed meanwhile. */
export async function lockAccountOf(tx: Tx, viewer: Viewer): Promise<Account | null> {
  const row = await selectAccounts(tx).where(isStillSignedIn(viewer)).forNoKeyUpdate().executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/**
 * Creates an account with a verified address. Rejects with a unique violation (`takenField`) if the e-mail or
 * the username belongs to another account.
 */
export async function insertAccount(tx: Tx, details: AccountDetails): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values(toColumns(details))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates an account in place of an unverified one; rejects like `insertAccount`. */
export async function replaceUnverified(tx: Tx, id: number, details: AccountDetails): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...toColumns(details),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

function toColumns({ fullName, username, email, phone, passwordHash }: AccountDetails) {
  return {
    full_name: fullName,
    username,
    email,
    phone,
    password_hash: passwordHash,
    email_verified_at: sql<Date>`now()`,
  }
}

/** Whether a username is in use; that of an unverified account does not count for the same address. */
export async function isUsernameTaken(
  db: Db,
  { email, username }: { email: string; username: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from users
    where lower(username) = lower(${username})
      and (lower(email) <> lower(${email}) or email_verified_at is not null)`.execute(db)
  return rows.length > 0
}

/** The field that a unique violation concerns; null for any other error. */
export function takenField(error: unknown): 'email' | 'username' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return null
  if (constraint === 'users_email_key') return 'email'
  return constraint === 'users_username_key' ? 'username' : null
}

/** Marks the address as verified; the time of the first verification stays. */
export async function markVerified(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, now())`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Sets a new password; the caller ends the sessions opened with the old one (`signOut`). */
export async function setPasswordHash(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Replaces the hash of an unchanged password, unless the password was changed since `from` was read. */
export async function replacePasswordHash(
  db: Db,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute()
}
