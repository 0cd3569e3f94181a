import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import { z } from 'zod'
import type { DB } from './schema.ts'

/** A query that knows the type of its rows: one of Kysely's builder, or `typedSql`. */
export interface TypedQuery<Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>
  /** For raw SQL only: the builder infers its rows. */
  shape?: z.ZodType<Row>
}

let isChecked = false

/** From now on the rows of raw SQL are compared with their shapes: tests do. */
export function checkRows(): void {
  isChecked = true
}

/** Gives raw rows the type of `shape`. Tests also validate them: no column is missing or extra. */
export function rowsOf<Row>(shape: z.ZodType<Row>, rows: unknown[]): Row[] {
  if (isChecked) for (const row of rows) shape.parse(row)
  return rows as Row[]
}

/**
 * Raw SQL, for what Kysely's builder cannot express. The type of its rows comes from `shape` (z.strictObject), and tests compare
 * each row with it, so a renamed column fails them. In production nothing is compared.
 */
export function typedSql<Row>(shape: z.ZodType<Row>, query: RawBuilder<unknown>) {
  const execute = async (db: Kysely<DB>) => rowsOf(shape, (await query.execute(db)).rows)
  return {
    shape,
    compile: (db: Kysely<DB>) => query.compile(db) as CompiledQuery<Row>,
    execute,
    /** The first row; null if there is none. */
    first: async (db: Kysely<DB>) => (await execute(db))[0] ?? null,
    /** The row of a statement that always has one; throws otherwise. */
    async one(db: Kysely<DB>): Promise<Row> {
      const [row] = await execute(db)
      if (row === undefined) throw new Error('A statement has no row.')
      return row
    },
  }
}

const Id = z.strictObject({ id: z.int() })
const Count = z.strictObject({ count: z.int() })

/** The column `id` of raw SQL. */
export async function findIds(db: Kysely<DB>, query: RawBuilder<unknown>): Promise<number[]> {
  return (await typedSql(Id, query).execute(db)).map(({ id }) => id)
}

/** The column `count` of raw SQL that has one row. */
export async function findCount(db: Kysely<DB>, query: RawBuilder<unknown>): Promise<number> {
  return (await typedSql(Count, query).one(db)).count
}
