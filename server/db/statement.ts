import type { RawBuilder } from 'kysely'
import type { Db } from './pool.ts'
import { readPrepared } from './prepared.ts'

/** Stands for a value while the text is made. */
class Place {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement that is asked often, its text made once in the process and parsed once in each connection: only values change.
 * `write` is called once, and asks for a value by its name wherever the text needs it.
 */
export function statement<Values extends object, Row>(
  write: (value: <K extends keyof Values>(name: K) => Values[K]) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let made: { text: string; names: (keyof Values)[] } | undefined
  return (db, values) => {
    if (!made) {
      const { sql: text, parameters } = write((name) => new Place(name) as never).compile(db)
      made = { text, names: parameters.map((place) => (place as Place).name as keyof Values) }
    }
    return readPrepared<Row>(db, { text: made.text, values: made.names.map((name) => values[name]) })
  }
}
