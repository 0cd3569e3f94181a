import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/**
 * Records the statements that this process sends to PostgreSQL, `begin` and `commit` included: each is a
 * round trip.
 */
export interface StatementLog {
  /** Runs work and returns its statements in order, without those of timers. */
  during(run: () => Promise<unknown>): Promise<string[]>
  stop(): void
}

/** Records at the driver, below every pool and query builder. */
export function logStatements(): StatementLog {
  const listening = new AsyncLocalStorage<string[]>()
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    listening.getStore()?.push(textOf(args[0]))
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
