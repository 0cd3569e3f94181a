import pg from 'pg'
import { currentBudget } from '../lib/request-context.ts'
import type { WaitBudget } from '../lib/wait-budget.ts'
import { aroundQueries, statementOf } from './observe.ts'
import { retryLostConnection } from './reconnect.ts'

/**
 * PostgreSQL did not respond in time. The connection is closed, since its next response would belong to this
 * query.
 */
class QueryTimeout extends Error {
  /** In failures.ts: transient. */
  readonly code = 'ETIMEDOUT'

  constructor(limitMs: number) {
    super(`PostgreSQL gave no answer within ${Math.round(limitMs)} ms`)
    this.name = 'QueryTimeout'
  }
}

const writes = new Set(['insert', 'update', 'delete', 'commit'])

/** Limits the time that is spent on each connection, and tracks which connections may be dead. */
export interface Deadlines {
  /** Closes the connection of a query that exceeds the remaining time of the current work. */
  guard(client: pg.PoolClient): void
  /**
   * Returns a connection within the remaining time of the current work. Rejects like a failed connection
   * attempt.
   */
  take(): Promise<pg.PoolClient>
  /** Marks all open connections to be replaced at their next use. */
  distrust(): void
}

/** `maxMs`: limit for a query without a waiting caller; Infinity for tools. */
export function createDeadlines(pool: pg.Pool, maxMs: number): Deadlines {
  /** When each connection last responded. */
  const answeredAt = new WeakMap<pg.PoolClient, number>()
  /** The time of a query without a response: connections that have not responded since are not trusted. */
  let unansweredSince = 0

  function guard(client: pg.PoolClient): void {
    answeredAt.set(client, performance.now())
    aroundQueries(client, (text) => {
      const budget = currentBudget()
      const { kind } = statementOf(text)
      const endsInWrite = writes.has(kind) && (kind === 'commit' || client.getTransactionStatus() === 'I')
      const askedAt = performance.now()
      const limitMs = Math.min(budget?.left() ?? maxMs, maxMs)
      const stopWaiting = budget?.begin()
      const timer =
        limitMs < Number.POSITIVE_INFINITY
          ? setTimeout(() => {
              unansweredSince = Math.max(unansweredSince, askedAt)
              end(client, new QueryTimeout(limitMs))
            }, limitMs)
          : undefined
      return (error) => {
        clearTimeout(timer)
        stopWaiting?.()
        // An error from PostgreSQL means that nothing was written; after a lost connection that is unknown.
        if (budget && endsInWrite && !isRefusal(error)) budget.mayHaveWritten = true
        answeredAt.set(client, performance.now())
      }
    })
  }

  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connectWithin(pool)
      if ((answeredAt.get(client) ?? unansweredSince) >= unansweredSince) return client
      client.release(true)
    }
  }

  function distrust(): void {
    unansweredSince = performance.now()
  }

  return { guard, take, distrust }
}

const isRefusal = (error: unknown) => error instanceof pg.DatabaseError

/** Acts like a broken connection: pending queries fail, and the pool discards it. */
function end(client: pg.PoolClient, error: Error): void {
  ;(
    client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  ).connection.stream.destroy(error)
}

/** Retries while PostgreSQL is down: nothing was sent, so nothing can happen twice. */
async function connectWithin(pool: pg.Pool): Promise<pg.PoolClient> {
  const budget = currentBudget()
  if (!budget || budget.left() === Number.POSITIVE_INFINITY) return pool.connect()
  return retryLostConnection(() => connectOnce(pool, budget))
}

/** The pool has its own limit (timeouts.connection); the work may have less time left. */
async function connectOnce(pool: pg.Pool, budget: WaitBudget): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  const limitMs = budget.left()
  const stopWaiting = budget.begin()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new QueryTimeout(limitMs))
    // Comes too late for this work; the next one uses it.
    connecting.then(
      (client) => client.release(),
      () => {},
    )
  }, limitMs)
  try {
    return await Promise.race([connecting, late])
  } finally {
    clearTimeout(timer)
    stopWaiting()
  }
}
