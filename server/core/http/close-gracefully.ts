import type { Server as HttpServer, ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds between two checks for idle connections. */
const checkInterval = 50

/**
 * Stops accepting connections, gives the requests in progress at most `limitMs`, then closes the app. The
 * requests finish first because a closing Fastify refuses in-process requests, which pages are rendered from.
 * For `keepAliveGraceMs`, responses on keep-alive connections carry `Connection: close`, so that the client ends
 * them: a connection closed by the server between two requests can lose a request that is just being sent.
 */
export async function closeGracefully(
  app: FastifyInstance,
  limitMs: number,
  keepAliveGraceMs = 500,
): Promise<void> {
  const { server } = app
  server.prependListener('request', (_, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
  const ended = stopListening(server)
  await Promise.race([ended, wait(keepAliveGraceMs, undefined, { ref: false })])
  const sweep = setInterval(() => {
    // A connection counts as idle until the data that has arrived on it is parsed.
    setImmediate(() => server.closeIdleConnections())
  }, checkInterval)
  await Promise.race([ended, wait(limitMs, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
  await app.close()
}

/** Accepts no more connections; resolves when the last one has ended. `close` of an HTTP server would end idle ones at once. */
function stopListening(server: HttpServer): Promise<void> {
  return new Promise((resolve) => Server.prototype.close.call(server, () => resolve()))
}
