import fastifyEtag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'

/**
 * Gives each response a weak tag of its content. A read whose client has this content already is answered with 304; the result of a write
 * is always sent (RFC 9110, 13.1.2).
 */
export async function addEtags(app: FastifyInstance): Promise<void> {
  await app.register(fastifyEtag, { weak: true, replyWith304: false })
  app.addHook('onSend', ({ method, headers }, reply, payload, done) => {
    const held = headers['if-none-match']
    const tag = reply.getHeader('etag')
    const isRead = (method === 'GET' || method === 'HEAD') && reply.statusCode < 300
    if (!held || !tag || !isRead || !names(held, String(tag))) return done(null, payload)
    reply.code(304)
    done(null, '')
  })
}

/** Whether a list names the tag; a weak one and a strong one with the same text are equal here. */
function names(list: string, tag: string): boolean {
  const textOf = (one: string) => one.trim().replace(/^W\//, '')
  return list.split(',').map(textOf).includes(textOf(tag))
}
