import { currentClaim } from './claim.ts'
import { againAtConflict } from './conflicts.ts'
import type { Db, Tx } from './pool.ts'

/**
 * Runs `work` in a transaction, and again from the start where PostgreSQL ended it for the sake of another one (deadlock,
 * serialization failure): nothing of it was written then. So `work` only reads and writes through `tx`; what else it does must
 * bear being done twice. A connection lost at the commit is not tried again, since the commit may have happened. The first
 * transaction of a write that its browser named is done once (core/idempotency).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claim = currentClaim()
  if (!claim) return againAtConflict(() => db.transaction().execute(work))
  const done = await againAtConflict(() => db.transaction().execute((tx) => claim.run(tx, work)))
  claim.keep()
  return done
}
