import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { againAtConflict } from './conflicts.ts'
import { createDeadlines, type Deadlines } from './deadline.ts'
import { observePool } from './observe.ts'
import { patience } from './patience.ts'
import { preparedAs } from './prepared.ts'
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

/**
 * Many short queries at once: what speeds up a long one, other processes and compiled plans, only costs them time. Memory is
 * for the sets of rows that an index finds: beyond it PostgreSQL remembers pages instead, and reads every document on them.
 * At ten million listings such a set takes 7 MB.
 */
const manners = [
  'set max_parallel_workers_per_gather = 0',
  'set jit = off',
  'set random_page_cost = 1.1',
  "set work_mem = '64MB'",
].join('; ')

/**
 * Not client_connection_check_interval: a commit that waits for the synchronous replica would end with its caller, and be seen,
 * and acknowledged to whoever asks again, though no other host has it.
 */
const limits = `
  set statement_timeout = ${patience.statement};
  set lock_timeout = ${patience.lock};
  set idle_in_transaction_session_timeout = ${patience.idleInTransaction}`

/**
 * Opens a pool; connections are made when first needed. `onError` hears of idle connections that broke. `patient`: for tools,
 * whose statements may take as long as they take. `queryTimeout`: milliseconds after which an answer is no longer waited for
 * and its connection is given up, whoever asks.
 */
export function openPool(
  connectionString: string,
  options: { max?: number; onError?: (error: Error) => void; patient?: boolean; queryTimeout?: number } = {},
): Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 16,
    connectionTimeoutMillis: patience.connection,
    // A new connection has to read what statements and triggers are made of: its first listing takes ten times as long.
    idleTimeoutMillis: 600_000,
    onConnect: async (client) => {
      const text = options.patient ? manners : `${manners}; ${limits}`
      // Known to the driver, not to its types: a PostgreSQL that takes connections may still stand still.
      const setting: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: patience.connection }
      await client.query(setting)
    },
  })
  const mostMs = options.patient ? Number.POSITIVE_INFINITY : (options.queryTimeout ?? patience.silence)
  const deadlines = createDeadlines(pool, mostMs)
  observePool(pool)
  pool.on('connect', deadlines.guard)
  const onError = (error: Error) => options.onError?.(error)
  pool.on('error', onError)
  // One that breaks while a request holds it: its next query is refused, and it does not come back to the pool. Unheard, the
  // error would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: withPrepared(pool, deadlines, onError) }),
  })
  return { db, pg: pool, close: () => db.destroy() }
}

/** The pool as Kysely uses it, sending texts of prepared.ts by their names and stopping them at their limits. */
function withPrepared(pool: pg.Pool, { take }: Deadlines, onError: (error: Error) => void): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  /** Those whose commit did not wait for the synchronous replica to its end. */
  const unsure = new WeakSet<pg.PoolClient>()
  /** Those that came to a replica, where a primary was asked for: they do not come back to the pool. */
  const misled = new WeakSet<pg.PoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await take()
      const seen = clients.get(client)
      if (seen) return seen
      const sending = {
        query: (text: string, values: unknown[]) => sendAgain(client, text, values),
        release: (destroy?: boolean) => client.release(destroy || misled.delete(client)),
      } as unknown as PostgresPoolClient
      clients.set(client, sending)
      client.on('notice', ({ message }) => {
        if (message?.startsWith('canceling wait for synchronous replication')) unsure.add(client)
      })
      return sending
    },
    end: () => pool.end(),
  }

  /** A statement that stands alone is a transaction of its own; within one, inTransaction begins anew. */
  async function sendAgain(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const standsAlone = client.getTransactionStatus() === 'I'
    const run = () => send(client, text, values)
    const result = await (standsAlone ? againAtConflict(run) : run()).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === '25006') misled.add(client)
      throw error
    })
    // PostgreSQL calls it done; nobody must be told so, since the next primary may not have it.
    if (unsure.delete(client)) throw new Error('Connection terminated before a replica had the commit')
    return result
  }

  async function send(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const prepared = preparedAs(text)
    if (!prepared) return client.query(text, values)
    const { name, limit } = prepared
    const running = client.query(name ? { name, text, values } : { text, values })
    if (limit === undefined) return running
    let stopping: Promise<void> | undefined
    const timer = setTimeout(() => {
      stopping = stop(client)
    }, limit)
    try {
      return await running
    } finally {
      clearTimeout(timer)
      // The connection does not serve others before PostgreSQL has heard of it.
      await stopping
    }
  }

  /** Over a connection of its own: those of the pool may all be busy. */
  async function stop(busy: pg.PoolClient): Promise<void> {
    const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: 1000, query_timeout: 1000 })
    client.on('error', onError)
    try {
      await client.connect()
      await client.query('select pg_cancel_backend($1)', [
        (busy as unknown as { processID: number }).processID,
      ])
    } catch (error) {
      onError(error as Error)
    } finally {
      await client.end()
    }
  }
}
