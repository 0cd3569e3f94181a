import { AsyncLocalStorage } from 'node:async_hooks'
import type { WaitBudget } from './wait-budget.ts'

/** The part of a logger that work without a request at hand needs. */
interface Log {
  warn(details: object, line: string): void
}

interface RequestContext {
  /** Whose notifications this work changed: their open tabs read them again after it. */
  notified?: Set<number> | undefined
  /** Id of the request, socket event or job in progress. */
  requestId?: string
  /** For work with a caller who waits; jobs have none. */
  budget?: WaitBudget | undefined
  /** There is an alternative if no connection can be made, so do not retry. */
  connectsOnce?: boolean
  /** Log of the request. */
  log?: Log | undefined
}

const current = new AsyncLocalStorage<RequestContext>()

/** Runs work, and everything it starts, as part of a request, socket event or job. */
export function runInContext<T>(requestId: string, run: () => T, budget?: WaitBudget, log?: Log): T {
  return current.run({ requestId, budget, log, notified: new Set() }, run)
}

/** Runs work, and everything it starts, within its own budget. */
export function withBudget<T>(budget: WaitBudget, run: () => T): T {
  return current.run({ ...current.getStore(), budget }, run)
}

/**
 * Runs work, and everything it starts, without waiting for a lost database connection, even if its budget
 * allows that.
 */
export function withoutReconnecting<T>(run: () => T): T {
  return current.run({ ...current.getStore(), connectsOnce: true }, run)
}

export function isConnectingOnce(): boolean {
  return current.getStore()?.connectsOnce === true
}

/** The id of the current request, socket event or job; undefined outside any. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId
}

/** The log of the current request; undefined outside any. */
export function currentLog(): Log | undefined {
  return current.getStore()?.log
}

/** The time that the current work may still wait for the database; undefined without a waiting caller. */
export function currentBudget(): WaitBudget | undefined {
  return current.getStore()?.budget
}

/** Records that the notifications of these users changed: a new one, or one was read. */
export function recordNotified(userIds: readonly number[]): void {
  const notified = current.getStore()?.notified
  for (const id of userIds) notified?.add(id)
}

/** Returns and clears the users whose notifications the current request, socket event or job changed. */
export function takeNotified(): number[] {
  const notified = current.getStore()?.notified
  const ids = [...(notified ?? [])]
  notified?.clear()
  return ids
}
