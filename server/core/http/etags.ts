import fastifyEtag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'

/**
 * Gives each response a weak tag of its content. A read whose client has this content already is answered with 304; the result of a write
 * is always sent (RFC 9110, 13.1.2).
 */
export async function addEtags(app: FastifyInstance): Promise<void> {
  await app.register(fastifyEtag, { weak: true, replyWith304: false })
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const held = request.headers['if-none-match']?.split(',').map(opaqueOf) ?? []
    const isHeld =
      isRead && reply.statusCode < 300 && held.includes(opaqueOf(String(reply.getHeader('etag'))))
    if (isHeld) reply.code(304)
    done(null, isHeld ? '' : payload)
  })
}

/** The opaque part of a tag: a weak one and a strong one with the same are equal here. */
const opaqueOf = (tag: string) => tag.trim().replace(/^W\//, '')
