import { type Child, listening, startChild } from './child.ts'

/** A response that the bare server repeats byte for byte. */
export interface RecordedResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** A statement as the driver sent it. */
export interface Statement {
  /** For a prepared one. */
  name?: string
  text: string
  values: unknown[]
  /** Its rows are the response. */
  answers?: boolean
}

/** The ceiling that Oja is compared with: Fastify without plugins and hooks, and a plain `pg` pool. */
export interface Bare extends Child {
  origin: string
  /** Sets the response of `GET /bytes`. */
  setResponse(response: RecordedResponse): Promise<void>
  /** Sets the statements of `GET /rows/n`, which runs the n-th of these and returns their rows. */
  setStatements(requests: Statement[][]): Promise<void>
}

/** Starts the bare server; its pool has as many connections as Oja's. */
export async function startBare(databaseUrl: string): Promise<Bare> {
  const child = await listening(startChild('bench/servers/bare-server.ts', [databaseUrl]))

  async function set(message: { response: RecordedResponse } | { statements: Statement[][] }): Promise<void> {
    const done = new Promise<void>((resolve) => {
      const stop = child.listen((received) => {
        if (!received.done) return
        stop()
        resolve()
      })
    })
    child.send(message)
    return Promise.race([done, child.ended])
  }

  return {
    ...child,
    setResponse: (response) => set({ response }),
    setStatements: (statements) => set({ statements }),
  }
}
