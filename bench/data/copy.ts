import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What pg calls on a query object that speaks the protocol itself; its types leave this out. */
interface Connection {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Characters that are gathered before they are sent. */
const chunk = 1 << 17

/** A COPY under way, which takes rows as lines of COPY's text format. All text is ASCII. */
export interface Copy {
  /** Adds a line without its end. Whoever gets a promise awaits it before the next line: PostgreSQL is behind. */
  write(line: string): Promise<void> | undefined
  /** Resolves when PostgreSQL has taken every row. */
  end(): Promise<void>
}

/** Begins a COPY; `target` is a table with its columns, as in `users (id, email)`. */
export async function startCopy(client: pg.Client, target: string): Promise<Copy> {
  const started = Promise.withResolvers<Connection>()
  const done = Promise.withResolvers<void>()
  done.promise.catch(() => {})
  let failure: Error | undefined
  const query = {
    submit: (connection: Connection) => connection.query(`copy ${target} from stdin`),
    handleCopyInResponse: (connection: Connection) => started.resolve(connection),
    handleError(error: Error) {
      failure = error
      started.reject(error)
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => (failure ? done.reject(failure) : done.resolve()),
  }
  client.query(query as unknown as pg.Submittable)
  const connection = await started.promise
  let waiting = ''

  async function send(text: string): Promise<void> {
    if (failure) throw failure
    connection.sendCopyFromChunk(Buffer.from(text, 'latin1'))
    // An error ends the COPY, after which PostgreSQL takes and drops the rest: this never waits for ever.
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  return {
    write(line) {
      waiting += `${line}\n`
      if (waiting.length < chunk) return undefined
      const text = waiting
      waiting = ''
      return send(text)
    },
    async end() {
      if (waiting) await send(waiting)
      connection.endCopyFrom()
      await done.promise
    },
  }
}

/** Loads all rows; answers how many. */
export async function copyRows(client: pg.Client, target: string, lines: Iterable<string>): Promise<number> {
  const copy = await startCopy(client, target)
  let rows = 0
  for (const line of lines) {
    rows += 1
    const behind = copy.write(line)
    if (behind) await behind
  }
  await copy.end()
  return rows
}

/** A row in COPY's text format. Generated texts hold no tab, line break or backslash but as COPY writes them. */
export function line(...values: (string | number | boolean | null)[]): string {
  let text = ''
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (index > 0) text += '\t'
    text += value === null ? '\\N' : value
  }
  return text
}
