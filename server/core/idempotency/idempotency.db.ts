import type { Tx } from '../../db/pool.ts'

/** A write identified by the browser's idempotency key. */
export interface NamedWrite {
  userId: number
  key: string
  /** Digest of method, address and body. */
  fingerprint: Buffer
}

/** Returns whether the key was free. Waits for a concurrent transaction that holds it. */
export async function claimKey(tx: Tx, { userId, key, fingerprint }: NamedWrite): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, request: fingerprint })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns the fingerprint and the result stored under this key. */
export async function readKey(
  tx: Tx,
  { userId, key }: NamedWrite,
): Promise<{ fingerprint: Buffer; result: Buffer }> {
  return tx
    .selectFrom('idempotency_keys')
    .select(['request as fingerprint', 'result'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

export async function saveResult(tx: Tx, { userId, key }: NamedWrite, result: Buffer): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ result })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}

export async function releaseKey(tx: Tx, { userId, key }: NamedWrite): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).where('key', '=', key).execute()
}
