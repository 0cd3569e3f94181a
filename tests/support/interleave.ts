import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import type { TestApp } from './test-app.ts'

/** A run that stands before one of its statements. */
interface Held<T> {
  /** It stands there; or it ended without ever asking such a statement. */
  reached: Promise<void>
  /** Lets it go on; answers what it answers. */
  release(): Promise<T>
}

export interface Interleaving {
  /** Starts a run, and stops it before its first statement that matches. */
  hold<T>(before: RegExp, run: () => Promise<T>): Held<T>
  stop(): void
}

/** Puts the statements of several runs in an order of the test's choosing, at the driver: below every pool and query builder. */
export function interleave(): Interleaving {
  const running = new AsyncLocalStorage<{ before: RegExp; gate: Promise<void>; arrive: () => void }>()
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const held = running.getStore()
    const [query] = args
    const text = typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')
    if (!held?.before.test(text.trim())) return original.apply(this, args)
    held.arrive()
    return held.gate.then(() => original.apply(this, args))
  }
  return {
    hold(before, run) {
      const { promise: gate, resolve: open } = Promise.withResolvers<void>()
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      // A request of `app.inject` begins where it is awaited: in here.
      const done = running.run({ before, gate, arrive }, async () => await run())
      const ended = done.then(
        () => undefined,
        () => undefined,
      )
      return {
        reached: Promise.race([arrived, ended]),
        release() {
          open()
          return done
        },
      }
    },
    stop() {
      prototype.query = original
    },
  }
}

/** Waits until a run has ended, or waits for a lock that somebody else holds. */
export async function endedOrBlocked({ db }: Pick<TestApp, 'db'>, run: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  run.then(over, over)
  while (!isOver) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    if (rows.length > 0) return
  }
}
