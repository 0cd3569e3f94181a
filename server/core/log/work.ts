import { AsyncLocalStorage } from 'node:async_hooks'
import type { WaitBudget } from '../../db/budget.ts'

interface Work {
  /** Of the request, socket event or job that led to what is running. */
  requestId: string | undefined
  /** Of somebody who waits for an answer; jobs have none. */
  budget?: WaitBudget | undefined
}

const current = new AsyncLocalStorage<Work>()

/** Runs something, and whatever it leads to, as a part of a request, socket event or job. */
export function asWorkOf<T>(requestId: string, run: () => T, budget?: WaitBudget): T {
  return current.run({ requestId, budget }, run)
}

/** Runs something, and whatever it leads to, within a budget of its own. */
export function withBudget<T>(budget: WaitBudget, run: () => T): T {
  return current.run({ requestId: undefined, ...current.getStore(), budget }, run)
}

/** The id of the request, socket event or job that is being worked on; undefined outside any. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId
}

/** What the running work may still wait for the database; undefined where nobody waits for it. */
export function currentBudget(): WaitBudget | undefined {
  return current.getStore()?.budget
}
