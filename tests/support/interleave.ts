import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import type { TestApp } from './test-app.ts'
import { until } from './until.ts'

/** A run that is paused before one of its statements. */
interface PausedRun<T> {
  /** Resolves when it is paused there, or has ended without such a statement. */
  reached: Promise<void>
  /** Continues the run; returns its result. */
  release(): Promise<T>
}

export interface Interleaving {
  /** Starts a run, and pauses it before its first matching statement. */
  pauseBefore<T>(before: RegExp, run: () => Promise<T>): PausedRun<T>
  stop(): void
}

/** Orders the statements of several runs at the driver, below every pool and query builder. */
export function interleave(): Interleaving {
  const running = new AsyncLocalStorage<{ before: RegExp; gate: Promise<void>; arrive: () => void }>()
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const paused = running.getStore()
    const [query] = args
    const text = typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')
    if (!paused?.before.test(text.trim())) return original.apply(this, args)
    paused.arrive()
    return paused.gate.then(() => original.apply(this, args))
  }
  return {
    pauseBefore(before, run) {
      const { promise: gate, resolve: open } = Promise.withResolvers<void>()
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      // `app.inject` starts its request when it is awaited, so await it inside this context.
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

/** Waits until a run has ended, or waits for a lock. */
export async function endedOrBlocked({ db }: Pick<TestApp, 'db'>, run: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  run.then(over, over)
  await until('a run that ends or waits for a lock', async () => {
    if (isOver) return true
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    return rows.length > 0
  })
}
