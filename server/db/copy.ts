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

/** Bytes that may wait to be read before PostgreSQL is asked to pause. */
const most = 1 << 22

/** The rows of a `copy … to stdout`, each a line of COPY's text format with its end. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  let failure: Error | undefined
  let ended = false
  let stream: Socket | undefined
  let wake = () => {}
  const query = {
    submit(connection: Connection) {
      stream = connection.stream
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver uses the memory again.
      waiting.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes > most) stream?.pause()
      wake()
    },
    handleError(error: Error) {
      failure = error
      ended = true
      wake()
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      ended = true
      wake()
    },
  }
  client.query(query as unknown as pg.Submittable)
  try {
    while (true) {
      if (waiting.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const rows = waiting
      waiting = []
      bytes = 0
      stream?.resume()
      yield* rows
      if (ended && waiting.length === 0) break
    }
    if (failure) throw failure
  } finally {
    stream?.resume()
  }
}

interface CopyIn {
  /** Whole lines of COPY's text format. */
  write(lines: Buffer): Promise<void>
  /** Resolves with the number of rows once PostgreSQL has taken them. */
  end(): Promise<number>
}

/** Begins a `copy … from stdin`; nothing else may be asked of the client until it ends. */
export async function copyIn(client: pg.ClientBase, text: string): Promise<CopyIn> {
  const started = Promise.withResolvers<Connection>()
  const done = Promise.withResolvers<number>()
  done.promise.catch(() => {})
  let failure: Error | undefined
  let rows = 0
  const query = {
    submit: (connection: Connection) => connection.query(text),
    handleCopyInResponse: (connection: Connection) => started.resolve(connection),
    handleError(error: Error) {
      failure = error
      started.reject(error)
      done.reject(error)
    },
    handleCommandComplete({ text: tag }: { text: string }) {
      rows = Number(tag.split(' ')[1])
    },
    handleReadyForQuery: () => (failure ? done.reject(failure) : done.resolve(rows)),
  }
  client.query(query as unknown as pg.Submittable)
  const connection = await started.promise
  return {
    async write(lines) {
      if (failure) throw failure
      connection.sendCopyFromChunk(lines)
      // An error ends the COPY, after which PostgreSQL takes and drops the rest: this never waits for ever.
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    },
    end() {
      connection.endCopyFrom()
      return done.promise
    },
  }
}
