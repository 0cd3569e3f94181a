import { Agent, request as open } from 'node:http'
import type { FuzzRequest } from './fuzz-request.ts'

type Sent = Pick<FuzzRequest, 'method' | 'url' | 'headers' | 'body'>

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  text: string
  /** Milliseconds until the response was complete. */
  took: number
}

/** Milliseconds after which the server counts as hung. */
const timeoutMs = 20_000

/**
 * Sends requests unchanged, also those that no browser would send: Node checks little more than the
 * characters.
 */
export class HttpClient {
  readonly #origin: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })

  constructor(origin: string) {
    this.#origin = new URL(origin)
  }

  /** Rejects without a response: the connection broke or timed out. */
  async send(request: Sent): Promise<Answer> {
    try {
      return await this.#try(request, this.#agent)
    } catch (error) {
      // The server may close an idle connection at the moment when it is reused.
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error
      return await this.#try(request, false)
    }
  }

  #try({ method, url, headers, body }: Sent, agent: Agent | false): Promise<Answer> {
    const started = performance.now()
    // Node would send the body all the same, and it would be parsed as the next request.
    const bytes = body === undefined || method === 'HEAD' ? undefined : Buffer.from(body as string)
    const lines = [...headers]
    // Without it Node announces a chunked body and sends none.
    if (bytes || method !== 'GET') lines.push(['content-length', String(bytes?.length ?? 0)])
    return new Promise((resolve, reject) => {
      const sent = open({
        host: this.#origin.hostname,
        port: this.#origin.port,
        agent,
        method,
        path: url,
        headers: ['host', this.#origin.host, ...lines.flat()],
        timeout: timeoutMs,
      })
      sent.on('error', reject)
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${timeoutMs} ms`)))
      sent.on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Error('the connection was upgraded'))
      })
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const whole = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: whole,
            text: whole.toString('utf8'),
            took: performance.now() - started,
          })
        })
      })
      sent.end(bytes)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
