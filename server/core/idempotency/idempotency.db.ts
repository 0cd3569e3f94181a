import { sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'

/** A write as its browser named it. */
export interface NamedWrite {
  userId: number
  key: string
  /** Digest of method, address and body. */
  request: Buffer
}

/** Answers whether the name was free; waits for a transaction that has it and is not done. */
export async function claimKey(tx: Tx, { userId, key, request }: NamedWrite): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, request })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** What the write was that has this name, and what came of it. */
export async function readKey(
  tx: Tx,
  { userId, key }: NamedWrite,
): Promise<{ request: Buffer; result: Buffer }> {
  return tx
    .selectFrom('idempotency_keys')
    .select(['request', 'result'])
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

/** Whoever asks again does so within minutes. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '1 day'`.execute(db)
}
