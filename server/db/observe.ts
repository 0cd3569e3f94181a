import type pg from 'pg'
import { createGauge, queryDuration, queryErrors, registry } from '#server/core/observe/metrics.ts'
import { startSpan } from '#server/core/observe/spans.ts'

/** A statement in labels and spans: never its text, which may contain values. */
interface Statement {
  kind: string
  /** The first table in its text. */
  table: string | undefined
}

const kinds = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback', 'set'])
const known = new Map<string, Statement>()
/** Cached texts; the limit keeps texts that occur once from accumulating. */
const maxStatements = 2000

export function statementOf(text: string): Statement {
  const found = known.get(text)
  if (found) return found
  const statement = {
    kind: kindOf(text),
    table: /\b(?:from|into|update)\s+"?([a-z_]+(?:"?\."?[a-z_]+)?)/i.exec(text)?.[1],
  }
  if (known.size < maxStatements) known.set(text, statement)
  return statement
}

function kindOf(text: string): string {
  const word = /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'other'
  if (word === 'with') {
    // In a statement that begins with `with`, the last keyword is the statement's own; earlier ones are in
    // its common table expressions.
    return (
      text
        .match(/\b(?:insert(?=\s+into)|update(?=\s+["\w.]+\s+(?:as\s+\w+\s+)?set)|delete(?=\s+from))\b/gi)
        ?.at(-1)
        ?.toLowerCase() ?? 'select'
    )
  }
  if (word === 'start') return 'begin'
  return kinds.has(word) ? word : 'other'
}

function begin(text: string): (error?: unknown) => void {
  const { kind, table } = statementOf(text)
  const started = performance.now()
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': kind,
    'db.collection.name': table,
  }
  const span = startSpan(table ? `${kind} ${table}` : kind, { kind: 'client', attributes })
  return (error) => {
    queryDuration.observe({ kind }, (performance.now() - started) / 1000)
    if (error) {
      const { code } = error as { code?: unknown }
      const state = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'connection'
      queryErrors.inc({ kind, class: state })
    }
    span?.end(error)
  }
}

type Query = (...args: unknown[]) => unknown

/**
 * Calls `begin` before every query of a connection and the function it returned after it, for promises and
 * callbacks alike.
 */
export function aroundQueries(
  client: pg.PoolClient,
  begin: (text: string) => (error?: unknown) => void,
): void {
  const send = client.query.bind(client) as Query
  const observed: Query = (...args) => {
    const [config] = args
    const text = typeof config === 'string' ? config : (config as { text?: string } | null)?.text
    // A query without text, such as COPY, speaks the protocol itself.
    if (text === undefined) return send(...args)
    const end = begin(text)
    const last = args.at(-1)
    if (typeof last === 'function') {
      const callback = last as (error: unknown, result: unknown) => void
      return send(...args.slice(0, -1), (error: unknown, result: unknown) => {
        end(error ?? undefined)
        callback(error, result)
      })
    }
    const running = send(...args)
    if (running instanceof Promise) running.then(() => end(), end)
    return running
  }
  client.query = observed as typeof client.query
}

const pools = new Set<pg.Pool>()

/** Adds this pool to the metrics until it ends; each query is counted and traced. */
export function observePool(pool: pg.Pool): void {
  pools.add(pool)
  pool.on('connect', (client) => aroundQueries(client, begin))
}

function sum(read: (pool: pg.Pool) => number): () => number {
  return () => {
    let total = 0
    for (const pool of pools) {
      if (pool.ended) pools.delete(pool)
      else total += read(pool)
    }
    return total
  }
}

const gauges: [string, string, (pool: pg.Pool) => number][] = [
  ['used', 'Connections that work at this moment', (pool) => pool.totalCount - pool.idleCount],
  ['open', 'Connections that are open', (pool) => pool.totalCount],
  ['max', 'Connections that may be open', (pool) => pool.options.max ?? 10],
  ['waiting', 'Requests that wait for a connection', (pool) => pool.waitingCount],
]
for (const [name, help, read] of gauges)
  registry.registerMetric(createGauge(`oja_db_pool_${name}`, help, sum(read)))
