import { currentIdempotency } from './idempotency-guard.ts'
import type { Db, Tx } from './pool.ts'
import { retryLostConnection } from './reconnect.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/**
 * Runs `work` in a transaction. Starts over if PostgreSQL rolled it back (deadlock, serialization failure) or
 * the connection was lost, since nothing was written then. So `work` must read and write only through `tx`,
 * and its other effects must be repeatable. If the connection is lost during the commit, its outcome is unknown: it
 * is retried only under a pending idempotency guard, under which only one transaction takes effect
 * (core/idempotency).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const guard = currentIdempotency()
  const isRepeatable = guard?.isPending() ?? false
  let mayBeCommitted = false
  const run = () => {
    mayBeCommitted = false
    return db.transaction().execute(async (tx) => {
      const done = await (guard ? guard.run(tx, work) : work(tx))
      mayBeCommitted = true
      return done
    })
  }
  const done = await retryLostConnection(
    () => retryOnConflict(run),
    () => isRepeatable || !mayBeCommitted,
  )
  guard?.markCommitted()
  return done
}

/** Runs `work` in one transaction after the other until it had nothing to do; it resolves with how many items it took. */
export async function inBatches(db: Db, work: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await inTransaction(db, work)) > 0);
}
