import { currentClaim } from './claim.ts'
import type { Db, Tx } from './pool.ts'
import { retryLostConnection } from './reconnect.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/**
 * Runs `work` in a transaction. Starts over if PostgreSQL rolled it back (deadlock, serialization failure) or
 * the connection was lost, since nothing was written then. So `work` must read and write only through `tx`,
 * and its other effects must be repeatable. After a connection is lost at the commit, whose outcome is
 * unknown, it is retried only if the request has an idempotency key, with which the first transaction runs
 * once (core/idempotency).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claim = currentClaim()
  const isNamed = claim?.isOpen() ?? false
  let mayBeCommitted = false
  const run = () => {
    mayBeCommitted = false
    return db.transaction().execute(async (tx) => {
      const done = await (claim ? claim.run(tx, work) : work(tx))
      mayBeCommitted = true
      return done
    })
  }
  const done = await retryLostConnection(
    () => retryOnConflict(run),
    () => isNamed || !mayBeCommitted,
  )
  claim?.keep()
  return done
}
