import { openPool } from '#server/db/pool.ts'
import { namedAtUse } from '#server/db/prepared.ts'
import { browse } from '#server/features/catalogue/browse.service.ts'
import { suggest } from '#server/features/catalogue/search/suggestions.service.ts'
import { ListingQuery } from '#shared/contract/catalogue.ts'
import type { Statement } from '../servers/bare.ts'

/** Transaction control, settings and the planner's statistics: a bare route would not run them. */
const housekeeping = /^\s*(begin|start transaction|commit|rollback|set |show |select set_config)|pg_stats/i

/** Records the statements of a request by running it in this process. */
export interface StatementRecorder {
  /**
   * For each address of GET /api/listings or GET /api/listings/search-suggestions, its statements in order.
   */
  record(addresses: string[]): Promise<Statement[][]>
  close(): Promise<void>
}

export function openRecorder(databaseUrl: string): StatementRecorder {
  let recorded: Recorded[] = []
  let running = 0
  const pool = openPool(databaseUrl, { max: 2 })
  // The pool sends each query with a callback.
  pool.pg.on('connect', (client) => {
    const original = client.query.bind(client) as (...args: unknown[]) => unknown
    const listen = (...args: unknown[]) => {
      const callback = args.pop() as (error: unknown, result?: { rows?: unknown[] }) => void
      const statement = readStatement(args)
      const entry = { statement, weight: 0, isOver: false }
      if (statement) recorded.push(entry)
      running += 1
      return original(...args, (error: unknown, result?: { rows?: unknown[] }) => {
        running -= 1
        entry.isOver = true
        entry.weight = JSON.stringify(result?.rows ?? []).length
        callback(error, result)
      })
    }
    client.query = listen as typeof client.query
  })

  async function carryOut(address: string): Promise<void> {
    const { pathname, searchParams } = new URL(address, 'http://oja.invalid')
    if (pathname.endsWith('/search-suggestions')) await suggest(pool.db, searchParams.get('q') ?? '')
    else await browse(pool.db, ListingQuery.parse(Object.fromEntries(searchParams)))
  }

  /** Waits for background statements of search statistics to end. */
  async function becomeIdle(): Promise<void> {
    for (let since = performance.now(); performance.now() - since < idleMs; ) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (running > 0) since = performance.now()
    }
  }

  async function statementsOf(address: string): Promise<Statement[]> {
    for (;;) {
      recorded = []
      await carryOut(address)
      const own = recorded
      if (own.every(({ isOver }) => isOver)) return withAnswer(own)
      await becomeIdle()
    }
  }

  return {
    async record([first, ...others]) {
      if (first === undefined) return []
      await carryOut(first)
      await becomeIdle()
      const recorded: Statement[][] = []
      for (const address of [first, ...others]) {
        // As a server sends them that has been asked before: with their names.
        for (let use = 1; use < namedAtUse; use += 1) await carryOut(address)
        recorded.push(await statementsOf(address))
      }
      return recorded
    },
    close: pool.close,
  }
}

/** Milliseconds without a statement after which none is expected. */
const idleMs = 200

interface Recorded {
  statement: Statement | null
  /** Of the rows, in characters. */
  weight: number
  isOver: boolean
}

/** The statement with the largest rows provides the response. */
function withAnswer(recorded: Recorded[]): Statement[] {
  const heaviest = Math.max(...recorded.map(({ weight }) => weight))
  return recorded.flatMap(({ statement, weight }) =>
    statement ? { ...statement, answers: weight === heaviest } : [],
  )
}

/** The arguments of `client.query`; null for housekeeping statements. */
function readStatement([query, values]: unknown[]): Statement | null {
  const { text, name, ...rest } = (typeof query === 'string' ? { text: query } : query) as Statement
  if (!text || housekeeping.test(text)) return null
  return { text, values: (values ?? rest.values ?? []) as unknown[], ...(name ? { name } : {}) }
}
