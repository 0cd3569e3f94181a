import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/**
 * Records the statements that this process sends to PostgreSQL, `begin` and `commit` included: each is a
 * round trip.
 */
export interface StatementLog {
  /** Runs work and returns its statements in order, without those that happen to fall into its time (`incidental`). */
  during(run: () => Promise<unknown>): Promise<string[]>
  stop(): void
}

/**
 * The wake-up of loops, which a timer sends once for all requests of 250 ms, and the settings of a new connection of the pool. A
 * request has them only if it is slow or the pool grows.
 */
const incidental = /^(select pg_notify\(\$1, ''\)$|set max_parallel_workers_per_gather )/

/** Records at the driver, below every pool and query builder. */
export function logStatements(): StatementLog {
  const listening = new AsyncLocalStorage<string[]>()
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const text = textOf(args[0])
    if (!incidental.test(text)) listening.getStore()?.push(text)
    return original.apply(this, args)
  }
  return {
    async during(run) {
      const recorded: string[] = []
      await listening.run(recorded, run)
      return recorded
    },
    stop() {
      prototype.query = original
    },
  }
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
