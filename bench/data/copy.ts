import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Characters that are buffered before they are sent. */
const chunk = 1 << 17

/** A running COPY, which takes rows as lines of COPY's text format. All text is ASCII. */
export interface Copy {
  /**
   * Adds a line without its end. If it returns a promise, PostgreSQL is behind: await it before the next
   * line.
   */
  write(line: string): Promise<void> | undefined
  /** Resolves when PostgreSQL has accepted every row. */
  end(): Promise<void>
}

/** Starts a COPY; `target` is a table with its columns, as in `users (id, email)`. */
export function startCopy(client: pg.Client, target: string): Copy {
  const stream = client.query(copyFrom(`copy ${target} from stdin`))
  const done = finished(stream)
  done.catch(() => {})
  let buffered = ''
  return {
    write(line) {
      buffered += `${line}\n`
      if (buffered.length < chunk) return undefined
      const text = buffered
      buffered = ''
      return stream.write(text, 'latin1') ? undefined : once(stream, 'drain').then(() => {})
    },
    end() {
      stream.end(buffered, 'latin1')
      return done
    },
  }
}

/** Loads all rows; returns their number. */
export async function copyRows(client: pg.Client, target: string, lines: Iterable<string>): Promise<number> {
  const copy = startCopy(client, target)
  let rows = 0
  for (const line of lines) {
    rows += 1
    const behind = copy.write(line)
    if (behind) await behind
  }
  await copy.end()
  return rows
}

/**
 * A row in COPY's text format. Generated texts contain tabs, line breaks and backslashes only in COPY's
 * notation.
 */
export function line(...values: (string | number | boolean | null)[]): string {
  let text = ''
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (index > 0) text += '\t'
    text += value === null ? '\\N' : value
  }
  return text
}
