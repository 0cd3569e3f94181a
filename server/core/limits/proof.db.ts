import { sql } from 'kysely'
import { byDatabaseClock } from '../../db/clock.ts'
import type { Db } from '../../db/pool.ts'

/** Uses a proof up; answers whether it was unused. */
export async function spendProof(db: Db, digest: Buffer, expiresAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto('spent_proofs')
    .values({ digest, expires_at: byDatabaseClock(expiresAt) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirst()
  return (spent.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** How many accounts were registered in the last seconds, those that wait for their code too; no further than `most`. */
export async function countRegistrations(db: Db, seconds: number, most: number): Promise<number> {
  const start = sql`now() - ${seconds}::int * interval '1 second'`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from users where created_at > ${start}
      union all
      select from pending_registrations where registered_at > ${start}
      limit ${most}) as recent`.execute(db)
  return rows[0]?.count ?? 0
}

/** A proof that has expired is refused without being known. */
export async function deleteExpiredProofs(db: Db): Promise<void> {
  await sql`delete from spent_proofs where expires_at < now()`.execute(db)
}
