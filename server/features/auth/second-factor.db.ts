import { sql } from 'kysely'
import { z } from 'zod'
import type { Authentication } from '#server/core/session/session.db.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

const Factors = z.strictObject({ totp: z.boolean(), passkeys: z.boolean(), recoveryCodes: z.int() })

/** The second factors of an account. */
export async function findFactors(db: Db, userId: number) {
  const [factors] = await typedSql(
    Factors,
    sql`select
      exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null) as totp,
      exists (select from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::int from recovery_codes where user_id = ${userId}) as "recoveryCodes"`,
  ).execute(db)
  return factors ?? { totp: false, passkeys: false, recoveryCodes: 0 }
}

/** The encrypted secret of an account's authenticator app; unconfirmed ones only on request. */
export async function findTotp(db: Db, userId: number) {
  return db
    .selectFrom('totp_secrets')
    .select(['secret', 'last_step as lastStep', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores a new secret in place of an unconfirmed one; returns false if one is confirmed. */
export async function saveTotp(tx: Db, userId: number, secret: Buffer): Promise<boolean> {
  const saved = await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, last_step: null, created_at: sql`now()` })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return saved !== undefined
}

/**
 * Uses up a time step of a secret, which also confirms the secret; returns false if this or a later step was
 * used before, or the secret was replaced.
 */
export async function takeTotpStep(db: Db, userId: number, secret: Buffer, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('totp_secrets')
    .set({ last_step: step, confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where(({ or, eb }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

export async function deleteTotp(tx: Tx, userId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, user_id: userId })))
    .execute()
}

/** Uses up a code: true once. */
export async function takeRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return taken.numDeletedRows > 0n
}

export interface NewPasskey {
  userId: number
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  name: string
  isSynced: boolean
}

/** Returns null if the credential already exists. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey) {
  return tx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      is_synced: passkey.isSynced,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst()
}

const passkeyColumns = [
  'id',
  'name',
  'is_synced as isSynced',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

/** An account's passkeys, oldest first. */
export async function findPasskeys(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select([...passkeyColumns, 'credential_id as credentialId', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The data for verifying a passkey's signature, and the authentication it gives. */
export async function findCredential(db: Db, credentialId: string) {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'public_key as publicKey', 'counter', 'transports'])
    .select(['user_id as userId', 'credentials_version as credentialsVersion'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (!row) return undefined
  const { userId, credentialsVersion, ...passkey } = row
  const authentication: Authentication = { userId, credentialsVersion }
  return { ...passkey, authentication }
}

/**
 * Records the use of a passkey; returns false if its counter did not grow, which suggests a copy, unless it
 * never counts.
 */
export async function countPasskey(db: Db, id: number, counter: number): Promise<boolean> {
  const updated = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Returns false if the user has no such passkey. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Deletes every second factor of a user. */
export async function deleteFactorsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
}
