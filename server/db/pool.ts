import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { createDeadlines, type Deadlines } from './deadline.ts'
import { isConnectionLost, isReadOnly, Unreplicated } from './failures.ts'
import { observePool, statementOf } from './observe.ts'
import { preparedAs } from './prepared.ts'
import { retryLostConnection } from './reconnect.ts'
import { retryOnConflict } from './retry-on-conflict.ts'
import type { DB } from './schema.ts'
import { timeouts } from './timeouts.ts'

export type Database = DB
/** The pool or a transaction: the first parameter of every function of a `*.db.ts`. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// bigint columns hold kobo and counts below 2^53: numbers, not strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Pool {
  db: Db
  /** The driver's pool, for jobs that use the same connections. */
  pg: pg.Pool
  close(): Promise<void>
}

/**
 * For many short queries: parallel workers and compiled plans only cost them time. work_mem must hold the row
 * sets of index scans: if one does not fit, its bitmap turns lossy, and PostgreSQL rechecks every document on
 * those pages. At ten million listings such a set takes 7 MB.
 */
const sessionSettings = [
  'set max_parallel_workers_per_gather = 0',
  'set jit = off',
  'set random_page_cost = 1.1',
  "set work_mem = '64MB'",
].join('; ')

/**
 * Without client_connection_check_interval: it would end a commit that waits for the synchronous replica when
 * the client disconnects. The commit would then be visible, and acknowledged on a retry, though no other host
 * has it.
 */
const limits = `
  set statement_timeout = ${timeouts.statement};
  set lock_timeout = ${timeouts.lock};
  set idle_in_transaction_session_timeout = ${timeouts.idleInTransaction}`

const ignore = () => {}

/**
 * Opens a pool; connections are made on first use. The pool replaces a broken idle connection, so its error is
 * not reported. `withoutTimeouts`: for tools and migrations, which may run long statements. `queryTimeout`:
 * milliseconds after which a query without response is given up and its connection closed.
 */
export function openPool(
  connectionString: string,
  options: {
    max?: number
    withoutTimeouts?: boolean
    queryTimeout?: number
  } = {},
): Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 16,
    connectionTimeoutMillis: timeouts.connection,
    // A new connection has to load the catalogue entries of statements and triggers: its first listing takes
    // ten times as long.
    idleTimeoutMillis: 600_000,
    onConnect: async (client) => {
      const text = options.withoutTimeouts ? sessionSettings : `${sessionSettings}; ${limits}`
      // The driver supports this option but its types lack it. A PostgreSQL that accepts connections may
      // still not respond.
      const setting: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: timeouts.connection }
      await client.query(setting)
    },
  })
  const maxMs = options.withoutTimeouts
    ? Number.POSITIVE_INFINITY
    : (options.queryTimeout ?? timeouts.unanswered)
  const deadlines = createDeadlines(pool, maxMs)
  observePool(pool)
  pool.on('connect', deadlines.guard)
  pool.on('error', ignore)
  // If a connection breaks while in use, its next query fails and the pool discards it. Without this listener
  // the error would end the process.
  pool.on('connect', (client) => client.on('error', ignore))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: withPrepared(pool, deadlines) }),
  })
  return { db, pg: pool, close: () => db.destroy() }
}

/**
 * Sends a query with a callback. If the driver makes the promise itself, V8 allocates the driver's callback in the old generation, because
 * it is a function literal that is assigned to a property; the rows of each answer then stay in memory until the
 * next major garbage collection.
 */
function resultOf(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(query, (error, result) => (error ? reject(error) : resolve(result)))
  })
}

/** Statements that write nothing by themselves: safe to send again. */
const repeatable = new Set(['select', 'begin'])

/** The pool for Kysely: sends queries of prepared.ts as named statements and cancels them at their limits. */
function withPrepared(pool: pg.Pool, { take, distrust }: Deadlines): PostgresPool {
  const leases = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  /** Connections whose commit did not wait for the synchronous replica. */
  const unreplicated = new WeakSet<pg.PoolClient>()
  /** Connections that end, or that reached a replica instead of the primary; they do not return to the pool. */
  const lost = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) =>
    client.on('notice', ({ message }) => {
      if (message?.startsWith('canceling wait for synchronous replication')) unreplicated.add(client)
    }),
  )
  return {
    options: pool.options,
    async connect() {
      const client = await take()
      const known = leases.get(client) ?? lease(client)
      leases.set(client, known)
      return known
    },
    end: () => pool.end(),
  }

  /** A connection for one piece of work until it is released; replaced by another if it is lost. */
  function lease(first: pg.PoolClient): PostgresPoolClient {
    let client: pg.PoolClient | undefined = first
    async function sendAlone(isRepeated: boolean, text: string, values: unknown[]) {
      if (isRepeated) {
        // Released first: a full pool would have no other.
        client?.release(true)
        client = undefined
        client = await take()
      }
      const current = client as pg.PoolClient
      return retryOnConflict(() => sendOnce(current, text, values))
    }
    return {
      query(text: string, values: unknown[]) {
        // A single statement is its own transaction; within a transaction, inTransaction starts over.
        if (client?.getTransactionStatus() !== 'I') return sendOnce(client as pg.PoolClient, text, values)
        return retryLostConnection(
          (isRepeated) => sendAlone(isRepeated, text, values),
          () => repeatable.has(statementOf(text).kind),
        )
      },
      release(destroy?: boolean) {
        client?.release(destroy || lost.delete(client))
      },
    } as unknown as PostgresPoolClient
  }

  async function sendOnce(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const result = await send(client, text, values, pool.options).catch((error: unknown) => {
      if (isConnectionLost(error)) lost.add(client)
      // A load balancer may have led all connections there.
      if (isReadOnly(error)) distrust()
      throw error
    })
    // PostgreSQL reports success, but the next primary may not have it: it must not be acknowledged.
    if (unreplicated.delete(client)) throw new Unreplicated()
    return result
  }
}

/** Sends a statement, under its name in prepared.ts, and cancels it at its limit. */
async function send(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
  options: pg.PoolOptions,
): Promise<pg.QueryResult> {
  const { name, limit } = preparedAs(values) ?? {}
  const running = resultOf(client, { name, text, values })
  if (limit === undefined) return running
  let stopping: Promise<void> | undefined
  const timer = setTimeout(() => {
    stopping = cancel(client, options)
  }, limit)
  try {
    return await running
  } finally {
    clearTimeout(timer)
    // Not released to others before PostgreSQL has received the cancellation.
    await stopping
  }
}

/** Uses a separate connection, since all of the pool may be busy. */
async function cancel(busy: pg.PoolClient, options: pg.PoolOptions): Promise<void> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 1000, query_timeout: 1000 })
  client.on('error', ignore)
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [(busy as unknown as { processID: number }).processID])
  } catch {
    // The statement then runs until its time limit.
  } finally {
    await client.end()
  }
}
