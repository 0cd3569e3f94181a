import { setTimeout as sleep } from 'node:timers/promises'
import { bounds } from '../bounds.ts'
import { currentBudget, isConnectingOnce } from '../lib/request-context.ts'
import type { WaitBudget } from '../lib/wait-budget.ts'
import { isConnectionLost, isReadOnly } from './failures.ts'

/** Milliseconds of backoff: the first delay, doubled up to the longest. */
const backoff = { first: 100, max: 500 }

/** How often a sent statement is repeated: one that crashes PostgreSQL must not do so for seconds. */
const maxResends = 2

/** Requests in this process that wait for the database to come back. */
const waiting = { read: 0, write: 0 }

/**
 * Runs work that needs a connection, and retries it with a backoff while a connection cannot be made or is
 * lost, as long as the request may wait (wait-budget.ts): a restart of PostgreSQL and most failovers are
 * shorter. Fails at once without a reconnecting budget, or while bounds.reconnecting requests already wait.
 * `mayResend`: whether a sent statement may be repeated, since it had no effect or is harmless twice; absent
 * if nothing is sent.
 */
export async function retryLostConnection<T>(
  run: (isRepeated: boolean) => Promise<T>,
  mayResend?: (error: unknown) => boolean,
): Promise<T> {
  try {
    return await run(false)
  } catch (error) {
    const budget = currentBudget()
    const kind = budget?.reconnects
    if (!budget || !kind || isConnectingOnce()) throw error
    if (budget.retries === 0 && waiting[kind] >= bounds.reconnecting[kind]) throw error
    if (budget.retries === 0) waiting[kind] += 1
    budget.retries += 1
    try {
      return await repeat(() => run(true), { failure: error, budget, mayResend })
    } finally {
      budget.retries -= 1
      if (budget.retries === 0) waiting[kind] -= 1
    }
  }
}

interface Repetition {
  /** Of the first run. */
  failure: unknown
  budget: WaitBudget
  mayResend: ((error: unknown) => boolean) | undefined
}

/** Runs the work again until it succeeds; throws the last failure once it may not be repeated. */
async function repeat<T>(run: () => Promise<T>, { failure, budget, mayResend }: Repetition): Promise<T> {
  let last = failure
  let resends = 0
  for (let delay = backoff.first; ; delay = Math.min(2 * delay, backoff.max)) {
    if (!isConnectionLost(last) || budget.left() <= delay) throw last
    if (mayResend && !isReadOnly(last)) {
      if (!mayResend(last) || resends === maxResends) throw last
      resends += 1
    }
    const stopWaiting = budget.begin()
    await sleep(delay)
    stopWaiting()
    try {
      return await run()
    } catch (next) {
      last = next
    }
  }
}
