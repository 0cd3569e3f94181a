import { connect, type Socket } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import type { LoadRequest } from './job.ts'
import { type Answer, ResponseParser } from './response-parser.ts'

/** The result of a request: its response, or null if the connection broke before. */
export type Outcome = Answer | null

/** A keep-alive connection: one request at a time, reopened if it broke. */
export class Connection {
  readonly #host: string
  readonly #port: number
  readonly #isEncrypted: boolean
  readonly #fingerprints: boolean
  #socket: Socket | null = null
  #parser: ResponseParser
  #done: ((outcome: Outcome) => void) | null = null

  constructor(origin: string, fingerprints: boolean) {
    const { hostname, port, protocol } = new URL(origin)
    this.#host = hostname
    this.#port = Number(port)
    this.#isEncrypted = protocol === 'https:'
    this.#fingerprints = fingerprints
    this.#parser = new ResponseParser(fingerprints)
  }

  /** Sends a request serialised by `encodeRequest`; calls `done` at the last byte of the response. */
  send(text: string, done: (outcome: Outcome) => void): void {
    this.#done = done
    this.#socket ??= this.#open()
    this.#socket.write(text)
  }

  close(): void {
    this.#done = null
    this.#socket?.destroy()
    this.#socket = null
  }

  #open(): Socket {
    const address = { host: this.#host, port: this.#port, noDelay: true }
    // The certificate is one of this run.
    const socket = this.#isEncrypted
      ? connectEncrypted({ ...address, rejectUnauthorized: false })
      : connect(address)
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

/** Serialises a request. */
export function encodeRequest(
  { method = 'GET', path, headers = {}, body }: LoadRequest,
  origin: string,
): string {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(origin).host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(payload)}`)
  return `${lines.join('\r\n')}\r\n\r\n${payload}`
}
