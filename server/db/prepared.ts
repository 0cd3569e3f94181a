import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** How pool.ts sends a text that is known here. */
export interface Prepared {
  /** PostgreSQL parses a named statement once for each connection, and may keep its plan. */
  name?: string
  /** Milliseconds after which PostgreSQL is told to give up (error 57014). */
  limit?: number
}

/** Each named statement takes memory in every connection, so texts that come later than these stay without a name. */
const mostNames = 500
const known = new Map<string, Prepared>()
let names = 0

/** What `readPrepared` said of a text; undefined for texts of other origin. */
export function preparedAs(text: string): Prepared | undefined {
  return known.get(text)
}

/**
 * Reads rows by a text with places for values. The text of a shape must always be the same, values never part of it: it is
 * parsed once. `fresh`: planned for its values each time, for texts that no one plan is right for.
 */
export async function readPrepared<Row>(
  db: Kysely<DB>,
  { text, values }: { text: string; values: unknown[] },
  options: { fresh?: boolean; limit?: number } = {},
): Promise<Row[]> {
  if (!known.has(text) && known.size < mostNames * 2) {
    const name = options.fresh || names >= mostNames ? undefined : `oja_${++names}`
    known.set(text, { name, limit: options.limit })
  }
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values))
  return rows
}

/** The values of a statement while its text is written: `add(5)` answers `$1`, and so on. */
export class Values {
  readonly all: unknown[] = []

  add(value: unknown): string {
    return `$${this.all.push(value)}`
  }
}
