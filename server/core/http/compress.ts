import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { utf8 } from '#server/lib/utf8.ts'
import { isSavingData } from './visitor-choices.ts'

type Payload = string | Buffer | Readable | null

export type Encoding = 'br' | 'gzip'

/** Bytes. A smaller response fits into one packet anyway. */
const threshold = 1024
/** Bytes. Compressing a larger response would block other requests, so it runs on another thread. */
const large = 256 * 1024
const compressible = /^(text\/|application\/([\w.+-]*json|javascript|xml|manifest))|\+xml/

const negotiator = new Negotiator({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 200 }),
})

/** The best encoding that the client accepts; null for none. */
export function encodingOf(header: string | undefined): Encoding | null {
  return header ? (negotiator.negotiate(header) as Encoding | null) : null
}

/**
 * Brotli looks back over all of a response that is not large; with the default of 22 it takes longer for the same bytes
 * (docs/decisions/026-cold-pages.md).
 */
const windowBits = Math.log2(large)
/**
 * Brotli at quality 3 takes half of the time of quality 4 for 5 % more bytes; it is faster than gzip, and its output is smaller
 * (docs/decisions/026-cold-pages.md).
 */
const usualQuality = 3
/** With data saver: a tenth fewer bytes, for three times the time (docs/decisions/012-light-pages.md). */
const savingQuality = 5

/**
 * Compresses a response. `isSaving`: the visitor asked for few bytes. For pages of 10 to 100 KB, synchronous compression with a known
 * size takes a tenth of the time of a stream on another thread (docs/decisions/010-pages.md).
 */
export function compress(body: Buffer, encoding: Encoding, isSaving: boolean): Buffer {
  return encoding === 'br'
    ? brotliCompressSync(body, brotliOptions(body, isSaving))
    : gzipSync(body, { level: 4 })
}

function compressLarge(body: Buffer, encoding: Encoding, isSaving: boolean): Promise<Buffer> {
  return encoding === 'br'
    ? promisify<Buffer, object, Buffer>(brotliCompress)(body, brotliOptions(body, isSaving))
    : promisify<Buffer, object, Buffer>(gzip)(body, { level: 4 })
}

function brotliOptions(body: Buffer, isSaving: boolean) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isSaving ? savingQuality : usualQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
    },
  }
}

/** Compresses text responses whose whole body is known; streams (files, pictures) are sent unchanged. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook<Payload>('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || reply.hasHeader('content-encoding')) return done(null, payload)
    if (!compressible.test(String(reply.getHeader('content-type')))) return done(null, payload)
    const vary = String(reply.getHeader('vary') ?? '')
    if (!vary.includes('Accept-Encoding'))
      reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (!encoding || payload.length < threshold) return done(null, payload)
    const body = typeof payload === 'string' ? utf8(payload) : payload
    reply.header('content-encoding', encoding)
    const isSaving = isSavingData(request)
    if (body.length <= large) return done(null, compress(body, encoding, isSaving))
    compressLarge(body, encoding, isSaving).then((compressed) => done(null, compressed), done)
  })
}
