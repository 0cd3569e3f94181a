import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Hears what this process asks PostgreSQL, `begin` and `commit` included: each is a way there and back. */
export interface StatementLog {
  /** Runs something and answers the statements that it asked, in their order; what timers ask meanwhile is not heard. */
  during(run: () => Promise<unknown>): Promise<string[]>
  stop(): void
}

/** Listens at the driver, below every pool and query builder. */
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
      const heard: string[] = []
      await listening.run(heard, run)
      return heard
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
