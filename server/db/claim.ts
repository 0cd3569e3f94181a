import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './pool.ts'

/**
 * Makes the first transaction of a request run once, however often the request is repeated
 * (core/idempotency).
 */
export interface Claim {
  /** Whether the next transaction is the one that runs once. */
  isOpen(): boolean
  run<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Called when it is committed. */
  keep(): void
}

const current = new AsyncLocalStorage<Claim>()

/** Runs work whose first transaction goes through a claim, if there is one (inTransaction). */
export function withClaim<T>(claim: Claim | undefined, run: () => T): T {
  return claim ? current.run(claim, run) : run()
}

export function currentClaim(): Claim | undefined {
  return current.getStore()
}
