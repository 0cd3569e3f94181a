import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

export type Database = DB
/** The pool or a transaction: what every function of a `*.db.ts` takes first. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// bigint columns hold kobo and counts, all below 2^53: numbers, not strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Pool {
  db: Db
  /** The driver's pool, for jobs that run on the same connections. */
  pg: pg.Pool
  close(): Promise<void>
}

/** Opens a pool; connections are made when first needed. `onError` hears of idle connections that broke. */
export function openPool(
  connectionString: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 16,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pg: pool, close: () => db.destroy() }
}
