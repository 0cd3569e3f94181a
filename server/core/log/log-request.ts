import type { FastifyRequest } from 'fastify'

/** What may follow a question mark and is nobody's business; `q` is where administrators type e-mail addresses. */
const secret = /([?&](?:q|(?:code|token|secret|password|key|email|phone|proof|signature)[^=&?]*)=)[^&]*/gi

/** Of a request, what a log may keep: neither headers nor body. */
export function serializeRequest(request: Partial<FastifyRequest>): Record<string, unknown> {
  return {
    method: request.method,
    url: request.url?.slice(0, 1000).replace(secret, '$1[redacted]'),
    host: request.host,
    remoteAddress: request.ip,
  }
}
