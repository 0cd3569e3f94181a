import { connect, type Socket } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import type { LoadRequest } from './job.ts'
import { type Answer, ResponseParser } from './response-parser.ts'

/** The result of a request: its response, or null if the connection broke before. */
export type Outcome = Answer | null

/** A keep-alive connection: one request at a time, reopened if it broke. */
export class Connection {
  readonly #url: URL
  readonly #fingerprints: boolean
  #socket: Socket | null = null
  #parser: ResponseParser
  #done: ((outcome: Outcome) => void) | null = null

  constructor(origin: string, fingerprints: boolean) {
    this.#url = new URL(origin)
    this.#fingerprints = fingerprints
    this.#parser = new ResponseParser(fingerprints)
  }

  /** Calls `done` at the last byte of the response. */
  send(request: LoadRequest, done: (outcome: Outcome) => void): void {
    this.#done = done
    this.#socket ??= this.#open()
    this.#socket.write(encode(request, this.#url.host))
  }

  close(): void {
    this.#done = null
    this.#socket?.destroy()
    this.#socket = null
  }

  #open(): Socket {
    const { hostname, port, protocol } = this.#url
    const address = { host: hostname, port: Number(port), noDelay: true }
    // The certificate is one of this run.
    const socket =
      protocol === 'https:' ? connectEncrypted({ ...address, rejectUnauthorized: false }) : connect(address)
    this.#parser = new ResponseParser(this.#fingerprints)
    socket.on('data', (piece) => {
      const answer = this.#parser.read(piece)
      if (!answer) return
      if (answer.closes) this.#drop(socket)
      this.#finish(answer)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#finish(null)
    })
    return socket
  }

  #drop(socket: Socket): void {
    if (this.#socket === socket) this.#socket = null
    socket.end()
  }

  #finish(outcome: Outcome): void {
    const done = this.#done
    this.#done = null
    done?.(outcome)
  }
}

function encode({ method = 'GET', path, headers = {}, body }: LoadRequest, host: string): string {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(payload)}`)
  return `${lines.join('\r\n')}\r\n\r\n${payload}`
}
