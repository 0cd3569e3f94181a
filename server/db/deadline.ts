import pg from 'pg'
import { currentBudget } from '../core/log/work.ts'
import { aroundQueries, statementOf } from './observe.ts'

/** PostgreSQL did not answer in time; the connection is given up, since its next answer would be the one to this question. */
class DatabaseSilent extends Error {
  /** failures.ts: it may work in a moment. */
  readonly code = 'ETIMEDOUT'

  constructor(limitMs: number) {
    super(`PostgreSQL gave no answer within ${Math.round(limitMs)} ms`)
    this.name = 'DatabaseSilent'
  }
}

const writes = new Set(['insert', 'update', 'delete', 'commit'])

/** Limits how long connections are waited on, and knows which of them may be dead. */
export interface Deadlines {
  /** Ends the connection of a query that is not answered within what is left to the work that asks. */
  guard(client: pg.PoolClient): void
  /** A connection, within what is left to the work that asks. Rejects as one that could not be made. */
  take(): Promise<pg.PoolClient>
}

/** `mostMs`: of a query for which nobody waits; Infinity for tools. */
export function createDeadlines(pool: pg.Pool, mostMs: number): Deadlines {
  /** When each connection was last known to work. */
  const answeredAt = new WeakMap<pg.PoolClient, number>()
  /** A question that was asked then got no answer: what has not answered since is not trusted. */
  let silentSince = 0

  function guard(client: pg.PoolClient): void {
    answeredAt.set(client, performance.now())
    aroundQueries(client, (text) => {
      const budget = currentBudget()
      const { kind } = statementOf(text)
      const endsInWrite = writes.has(kind) && (kind === 'commit' || client.getTransactionStatus() === 'I')
      const askedAt = performance.now()
      const limitMs = Math.min(budget?.left() ?? mostMs, mostMs)
      const stopWaiting = budget?.begin()
      const timer =
        limitMs < Number.POSITIVE_INFINITY
          ? setTimeout(() => {
              silentSince = Math.max(silentSince, askedAt)
              end(client, new DatabaseSilent(limitMs))
            }, limitMs)
          : undefined
      return (error) => {
        clearTimeout(timer)
        stopWaiting?.()
        // An answer of PostgreSQL's own says that nothing was written; a connection that is lost says nothing.
        if (budget && endsInWrite && !isRefusal(error)) budget.mayHaveWritten = true
        answeredAt.set(client, performance.now())
      }
    })
  }

  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connectWithin(pool)
      if ((answeredAt.get(client) ?? silentSince) >= silentSince) return client
      client.release(true)
    }
  }

  return { guard, take }
}

const isRefusal = (error: unknown) => error instanceof pg.DatabaseError

/** As a broken connection does: what waits for an answer is refused, and the pool takes it back no more. */
function end(client: pg.PoolClient, error: Error): void {
  ;(
    client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  ).connection.stream.destroy(error)
}

/** The pool keeps its own limit (patience.connection); the work may have less left. */
async function connectWithin(pool: pg.Pool): Promise<pg.PoolClient> {
  const budget = currentBudget()
  const connecting = pool.connect()
  if (!budget) return connecting
  const limitMs = budget.left()
  if (limitMs === Number.POSITIVE_INFINITY) return connecting
  const stopWaiting = budget.begin()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new DatabaseSilent(limitMs))
    // Comes too late for this work, and serves the next.
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
