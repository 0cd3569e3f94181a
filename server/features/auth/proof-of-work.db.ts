import { sql } from 'kysely'
import { byDatabaseClock } from '#server/db/clock.ts'
import type { Db } from '#server/db/pool.ts'
import { findCount } from '#server/db/typed-sql.ts'

/** Marks a proof as used; returns whether it was unused. */
export async function spendProof(db: Db, digest: Buffer, expiresAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto('spent_proofs')
    .values({ digest, expires_at: byDatabaseClock(expiresAt) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirst()
  return (spent.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** How many accounts were registered in the last seconds, those that wait for their code too; no further than `limit`. */
export async function countRegistrations(db: Db, seconds: number, limit: number): Promise<number> {
  const start = sql`now() - ${seconds}::int * interval '1 second'`
  return findCount(
    db,
    sql`select count(*) as count from (
      select from users where created_at > ${start}
      union all
      select from pending_registrations where registered_at > ${start}
      limit ${limit}) as recent`,
  )
}
