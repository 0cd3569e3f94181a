import type { Tx } from '#server/db/pool.ts'

/** Deletes every second factor of a user. */
export async function deleteFactorsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
}
