import { type Child, startChild } from './child.ts'

/** An answer that the bare server gives again, byte for byte. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** A statement as the driver sent it. */
export interface Statement {
  /** Where it is a prepared one. */
  name?: string
  text: string
  values: unknown[]
  /** Its rows are the answer. */
  answers?: boolean
}

/** What Oja is held against: Fastify without plugins and hooks, and a pool of `pg` without anything above it. */
export interface Bare extends Child {
  origin: string
  /** Answers this at `GET /bytes` from now on. */
  keepAnswer(answer: KeptAnswer): Promise<void>
  /** Runs the n-th of these and answers their rows at `GET /rows/n` from now on. */
  keepStatements(requests: Statement[][]): Promise<void>
}

/** Starts the bare server; its pool has as many connections as Oja's. */
export async function startBare(databaseUrl: string): Promise<Bare> {
  const child = startChild('bench/servers/bare-server.ts', [databaseUrl])

  async function ask(message: object): Promise<Record<string, unknown>> {
    const answer = new Promise<Record<string, unknown>>((resolve) => {
      const stop = child.listen((received) => {
        if (!received.done) return
        stop()
        resolve(received)
      })
    })
    child.send(message)
    return Promise.race([answer, child.ended])
  }

  const { port } = await ask({ start: true })
  return {
    ...child,
    origin: `http://127.0.0.1:${port}`,
    keepAnswer: async (answer) => void (await ask({ answer })),
    keepStatements: async (statements) => void (await ask({ statements })),
  }
}
