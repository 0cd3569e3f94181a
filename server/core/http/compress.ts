import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import type { App } from '../../context.ts'

type Payload = string | Buffer | Readable | null

export type Encoding = 'br' | 'gzip'

/** Bytes below which an answer fits into one packet anyway. */
const threshold = 1024
/** Bytes above which compressing would hold up other requests: it goes to another thread. */
const large = 256 * 1024
const compressible = /^(text\/|application\/([\w.+-]*json|javascript|xml|manifest))|\+xml/

const negotiator = new Negotiator({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 200 }),
})

/** The best encoding that a request takes; null for none. */
export function encodingOf(header: string | undefined): Encoding | null {
  return header ? (negotiator.negotiate(header) as Encoding | null) : null
}

/**
 * Brotli at 4: half of gzip's time for fewer bytes. At once, with the size told: for pages of 10 to 100 KB a tenth of the
 * time that a stream through another thread takes (docs/decisions/010-pages.md).
 */
export function compress(body: Buffer, encoding: Encoding): Buffer {
  return encoding === 'br' ? brotliCompressSync(body, brotliOptions(body)) : gzipSync(body, { level: 4 })
}

function compressLarge(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? promisify<Buffer, object, Buffer>(brotliCompress)(body, brotliOptions(body))
    : promisify<Buffer, object, Buffer>(gzip)(body, { level: 4 })
}

function brotliOptions(body: Buffer) {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }
}

/** Compresses answers that are text and whole; streams (files, pictures) go as they are. */
export function compressAnswers(app: App): void {
  app.addHook<Payload>('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || reply.hasHeader('content-encoding')) return done(null, payload)
    if (!compressible.test(String(reply.getHeader('content-type')))) return done(null, payload)
    const vary = String(reply.getHeader('vary') ?? '')
    if (!vary.includes('Accept-Encoding'))
      reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (!encoding || payload.length < threshold) return done(null, payload)
    const body = Buffer.from(payload as string)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    if (body.length <= large) return done(null, compress(body, encoding))
    compressLarge(body, encoding).then((compressed) => done(null, compressed), done)
  })
}
