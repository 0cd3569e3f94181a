import { currentClaim } from './claim.ts'
import type { Db, Tx } from './pool.ts'
import { retryLostConnection } from './reconnect.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/**
 * Runs `work` in a transaction. Starts over if PostgreSQL rolled it back (deadlock, serialization failure) or
 * the connection was lost, since nothing was written then. So `work` must read and write only through `tx`,
 * and its other effects must be repeatable. If the connection is lost during the commit, its outcome is unknown: it
 * is retried only under an open claim of an idempotency key, under which only one transaction takes effect
 * (core/idempotency).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claim = currentClaim()
  const hasOpenClaim = claim?.isOpen() ?? false
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
    () => hasOpenClaim || !mayBeCommitted,
  )
  claim?.keep()
  return done
}
