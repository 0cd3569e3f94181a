import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './pool.ts'

/** Has the first transaction of a piece of work be done once, however often it is asked for (core/idempotency). */
export interface Claim {
  run<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T>
  /** It is committed. */
  keep(): void
}

const current = new AsyncLocalStorage<Claim>()

/** Runs something whose first transaction goes through a claim, if there is one (inTransaction). */
export function withClaim<T>(claim: Claim | undefined, run: () => T): T {
  return claim ? current.run(claim, run) : run()
}

export function currentClaim(): Claim | undefined {
  return current.getStore()
}
