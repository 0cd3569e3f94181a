import { type AppError, invalidField } from '#shared/errors.ts'

/** The largest position in microseconds since 1970, the database's precision, that a cursor may have: in the year 2286. */
export const maxMicros = 1e16

/** A page of `size` rows of the `found`, which are one more where there is another page, and the cursor behind its last row, else null. */
export function keysetPage<Row, Cursor>(
  found: readonly Row[],
  size: number,
  cursorOf: (last: Row) => Cursor,
): { items: Row[]; cursor: Cursor | null } {
  const items = found.slice(0, size)
  const last = items.at(-1)
  return { items, cursor: last && found.length > size ? cursorOf(last) : null }
}

/**
 * Writes and reads the cursors of a list that is sorted by the named whole numbers, each with the largest that the database takes. A
 * cursor is opaque to clients, which send it back unchanged.
 */
export function cursorsOf<Name extends string>(maxima: Record<Name, number>) {
  const names = Object.keys(maxima) as Name[]
  return {
    write: (position: Record<Name, number>) => names.map((name) => position[name]).join('-'),
    /** Throws VALIDATION_FAILED for any other text. */
    read(cursor: string): Record<Name, number> {
      const values = cursor.split('-')
      const position = names.map((name, index) => [name, Number(values[index])] as const)
      const isValid =
        values.length === names.length &&
        values.every((value) => /^\d+$/.test(value)) &&
        position.every(([name, value]) => value <= maxima[name])
      if (!isValid) throw invalidCursor()
      return Object.fromEntries(position) as Record<Name, number>
    },
  }
}

export const invalidCursor = (): AppError =>
  invalidField('cursor', 'This link to the next page is no longer good. Please start from the first page.')
