import { type RawBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'
import { readPrepared } from './prepared.ts'
import type { TypedQuery } from './typed-sql.ts'

/** A placeholder for a value while the text is made. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Puts the value of this name into the text of a statement. */
export type ValueOf<Values> = <K extends keyof Values>(name: K) => Values[K]

/**
 * A value hidden from PostgreSQL's planner by a sub-select, so that one plan is as good for any value, and is kept. Without it, a plan for an
 * array of one element or for null looks so much cheaper that PostgreSQL plans the statement at each call.
 */
export function hidden<T>(value: T, type: 'boolean' | 'int' | 'text[]'): RawBuilder<T> {
  return sql<T>`(select ${value}::${sql.raw(type)})`
}

/**
 * A statement for frequent use: its text is made once per process and, from its fifth use on, parsed once per connection; only
 * values change. `write` is called once and asks for a value by name wherever the text needs it.
 */
export function statement<Values extends object, Row>(
  write: (value: ValueOf<Values>, db: Db) => TypedQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let made: { text: string; parameters: readonly unknown[]; shape: TypedQuery<Row>['shape'] } | undefined
  return async (db, values) => {
    if (!made) {
      const query = write((name) => new Placeholder(name) as never, db)
      const { sql: text, parameters } = query.compile(db)
      made = { text, parameters, shape: query.shape }
    }
    const { text, parameters, shape } = made
    return readPrepared(db, {
      shape,
      text,
      values: parameters.map((part) =>
        part instanceof Placeholder ? values[part.name as keyof Values] : part,
      ),
    })
  }
}

/** The same for a statement of one row: null if there is none. */
export function rowStatement<Values extends object, Row>(
  write: (value: ValueOf<Values>, db: Db) => TypedQuery<Row>,
): (db: Db, values: Values) => Promise<Row | null> {
  const rows = statement(write)
  return async (db, values) => (await rows(db, values))[0] ?? null
}
