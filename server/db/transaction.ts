import { againAtConflict } from './conflicts.ts'
import type { Db, Tx } from './pool.ts'

/**
 * Runs `work` in a transaction, and again from the start where PostgreSQL ended it for the sake of another one (deadlock,
 * serialization failure): nothing of it was written then. So `work` only reads and writes through `tx`; what else it does must
 * bear being done twice. A connection lost at the commit is not tried again, since the commit may have happened.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return againAtConflict(() => db.transaction().execute(work))
}
