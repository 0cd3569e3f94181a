import { CompiledQuery, type Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { DB } from './schema.ts'
import { rowsOf } from './typed-sql.ts'

/** How pool.ts sends a query of `readPrepared`. */
export interface Prepared {
  /** PostgreSQL parses a named statement once per connection, and may cache its plan. */
  name?: string
  /** Milliseconds after which PostgreSQL cancels it (error 57014). */
  limit?: number
}

/** Each named statement takes memory in every connection, so further texts stay unnamed. */
const maxNames = 500
/**
 * The use at which a text gets its name. Searches have thousands of texts, one for each set of filters; those that come once, as a
 * crawler's do, would take all names. PostgreSQL plans the first five uses of a named statement with their values too.
 */
export const namedAtUse = 5
const names = new Map<string, string>()
/** How often the texts without a name were used, of those that were used last. */
const uses = new LRUCache<string, number>({ max: 1000 })

/**
 * Keyed by the query's array of values: besides the text, the only part of a compiled query that Kysely
 * passes to the driver.
 */
const preparedByValues = new WeakMap<readonly unknown[], Prepared>()

/** How to send the query with this array of values; undefined for other queries. */
export function preparedAs(values: readonly unknown[]): Prepared | undefined {
  return preparedByValues.get(values)
}

/**
 * Reads rows with a parameterised text; tests compare them with `shape`. The text of a query must be constant, without
 * values: from its fifth use on it is parsed once a connection. `fresh`: planned each time with its values, for texts that no single plan suits.
 */
export async function readPrepared<Row>(
  db: Kysely<DB>,
  { shape, text, values }: { shape?: z.ZodType<Row> | undefined; text: string; values: unknown[] },
  { fresh, limit }: { fresh?: boolean; limit?: number } = {},
): Promise<Row[]> {
  const query = CompiledQuery.raw(text, [...values])
  preparedByValues.set(query.parameters, { name: fresh ? undefined : nameOf(text), limit })
  const { rows } = await db.executeQuery<Row>(query)
  return shape ? rowsOf(shape, rows) : rows
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxNames) return known
  const count = (uses.get(text) ?? 0) + 1
  if (count < namedAtUse) {
    uses.set(text, count)
    return
  }
  uses.delete(text)
  const name = `oja_${names.size + 1}`
  names.set(text, name)
  return name
}

/** Collects the values of a statement while its text is written: `add(5)` returns `$1`, and so on. */
export class Values {
  readonly all: unknown[] = []

  add(value: unknown): string {
    return `$${this.all.push(value)}`
  }

  /** The same, hidden from PostgreSQL's planner by a sub-select, so that one plan is as good for any value, and is kept. */
  hidden(value: unknown, type: string): string {
    return `(select ${this.add(value)}::${type})`
  }
}
