import type { FastifyInstance } from 'fastify'
import { socketPath } from '#shared/socket-path.ts'

/** `Cache-Control` defaults to `no-cache`: a response that sets nothing is revalidated before reuse. */
export function defaultToNoCache(app: FastifyInstance): void {
  app.addHook('onSend', (_, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    done(null, payload)
  })
}

/**
 * socket.io answers plain requests at the socket's path itself: gives these responses the headers that all others have. A refused
 * handshake of a WebSocket, which no browser shows, has none of them.
 */
export function addHeadersAtSocketPath(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  app.server.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(`${socketPath}/`)) return
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader('cache-control', 'no-store')
  })
}
