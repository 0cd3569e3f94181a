import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/**
 * Records the statements that this process sends to PostgreSQL, `begin` and `commit` included: each is a
 * round trip.
 */
export interface StatementLog {
  /**
   * Runs work and returns its statements in order, without the wake-ups of loops: a timer sends one for all requests of
   * 250 ms, and a request is counted with it if it takes longer than that.
   */
  during(run: () => Promise<unknown>): Promise<string[]>
  stop(): void
}

const wakeUp = "select pg_notify($1, '')"

/** Records at the driver, below every pool and query builder. */
export function logStatements(): StatementLog {
  const listening = new AsyncLocalStorage<string[]>()
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const text = textOf(args[0])
    if (text !== wakeUp) listening.getStore()?.push(text)
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
