import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './pool.ts'

/**
 * Makes the first transaction of a request run once, however often the request is repeated
 * (core/idempotency).
 */
export interface IdempotencyGuard {
  /** Whether the next transaction is the one that runs once. */
  isPending(): boolean
  run<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Called after the commit. */
  markCommitted(): void
}

const current = new AsyncLocalStorage<IdempotencyGuard>()

/** Runs work whose first transaction goes through a guard, if there is one (inTransaction). */
export function withIdempotency<T>(guard: IdempotencyGuard | undefined, run: () => T): T {
  return guard ? current.run(guard, run) : run()
}

export function currentIdempotency(): IdempotencyGuard | undefined {
  return current.getStore()
}
