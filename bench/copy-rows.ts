import type pg from 'pg'

/** What pg calls on a query object that speaks the protocol itself; its types leave this out. */
interface Connection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

type Value = string | number | boolean | null | Date

/** Loads rows by COPY: about ten times as fast as INSERT. `target` is a table with its columns, `users (id, email)`. */
export async function copyRows(client: pg.Client, target: string, rows: Iterable<Value[]>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let failure: Error | null = null
    const copy = {
      submit(connection: Connection) {
        connection.query(`copy ${target} from stdin`)
      },
      handleCopyInResponse(connection: Connection) {
        let text = ''
        for (const row of rows) {
          text += `${row.map(field).join('\t')}\n`
          if (text.length > 1 << 20) {
            connection.sendCopyFromChunk(Buffer.from(text))
            text = ''
          }
        }
        connection.sendCopyFromChunk(Buffer.from(text))
        connection.endCopyFrom()
      },
      handleError(error: Error) {
        failure = error
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        if (failure) reject(failure)
        else resolve()
      },
    }
    client.query(copy as unknown as pg.Submittable)
  })
}

function field(value: Value): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  return String(value).replace(
    /[\\\t\n\r]/g,
    (sign) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[sign] ?? '',
  )
}
