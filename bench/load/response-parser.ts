import { createHash, type Hash } from 'node:crypto'

/** A complete response, without its body. */
export interface Answer {
  status: number
  /** Of the body, as received. */
  bytes: number
  /** Of the body, if requested. */
  fingerprint: string | null
  /** The server closes the connection after it. */
  closes: boolean
}

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')
const none = Buffer.alloc(0)

/**
 * Parses HTTP/1.1 responses from the chunks in which they arrive, and only the parts that a load generator
 * needs: status, length or chunked coding, keep-alive. One response at a time; requests are not pipelined.
 */
export class ResponseParser {
  #rest: Buffer = none
  #inBody = false
  #chunked = false
  /**
   * Remaining bytes of the body or of the chunk with its line end; -1: the size of the next chunk follows.
   */
  #left = 0
  #lastChunk = false
  #hash: Hash | null = null
  #answer: Answer = { status: 0, bytes: 0, fingerprint: null, closes: false }
  readonly #fingerprints: boolean

  constructor(fingerprints: boolean) {
    this.#fingerprints = fingerprints
  }

  /** Parses received bytes; returns the response when it is complete. */
  read(piece: Buffer): Answer | null {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece
    this.#rest = none
    let start = 0
    if (!this.#inBody) {
      const end = data.indexOf(headEnd)
      if (end < 0) return this.#keep(data)
      this.#readHead(data.toString('latin1', 0, end + 2))
      start = end + headEnd.length
    }
    return this.#chunked ? this.#readChunks(data, start) : this.#readLength(data, start)
  }

  #keep(data: Buffer): null {
    this.#rest = data
    return null
  }

  #readHead(head: string): void {
    const status = Number(head.slice(9, 12))
    this.#answer = { status, bytes: 0, fingerprint: null, closes: /\r\nconnection: *close\r\n/i.test(head) }
    this.#chunked = /\r\ntransfer-encoding: *chunked\r\n/i.test(head)
    const bodyless = status === 204 || status === 304
    this.#left = this.#chunked
      ? -1
      : bodyless
        ? 0
        : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    this.#lastChunk = false
    this.#inBody = true
    this.#hash = this.#fingerprints ? createHash('sha1') : null
  }

  #readLength(data: Buffer, start: number): Answer | null {
    this.#count(data, start, data.length)
    this.#left -= data.length - start
    return this.#left <= 0 ? this.#finish() : null
  }

  #readChunks(data: Buffer, from: number): Answer | null {
    let at = from
    for (;;) {
      if (this.#left < 0) {
        const end = data.indexOf(lineEnd, at)
        if (end < 0) return this.#keep(data.subarray(at))
        const size = Number.parseInt(data.toString('latin1', at, end), 16)
        this.#lastChunk = size === 0
        this.#left = size + lineEnd.length
        at = end + lineEnd.length
      }
      const here = Math.min(this.#left, data.length - at)
      this.#count(data, at, at + Math.max(0, Math.min(here, this.#left - lineEnd.length)))
      at += here
      this.#left -= here
      if (this.#left > 0) return null
      if (this.#lastChunk) return this.#finish()
      this.#left = -1
    }
  }

  #count(data: Buffer, start: number, end: number): void {
    if (end <= start) return
    this.#answer.bytes += end - start
    this.#hash?.update(data.subarray(start, end))
  }

  #finish(): Answer {
    this.#inBody = false
    this.#answer.fingerprint = this.#hash?.digest('base64') ?? null
    return this.#answer
  }
}
