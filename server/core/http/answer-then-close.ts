import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../../context.ts'
import { stopListening } from './more-listeners.ts'

/** Milliseconds between two looks at which connections have become idle. */
const lookEvery = 50

/**
 * Takes no more connections, lets the requests under way be answered for at most `limitMs`, then closes the app. The
 * answers come first, since Fastify refuses reads in process, of which pages are made, as soon as it closes. Connections
 * that are kept have `politeForMs` to end with their next answer, which says so: where one ends between two requests, a
 * request that is just being sent is lost, and has to be sent again.
 */
export async function answerThenClose(app: App, limitMs: number, politeForMs = 500): Promise<void> {
  const { server } = app
  server.prependListener('request', (_, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
  const ended = stopListening(server)
  await Promise.race([ended, wait(politeForMs, undefined, { ref: false })])
  const sweep = setInterval(() => {
    // After what has arrived was read; until then it counts as idle.
    setImmediate(() => server.closeIdleConnections())
  }, lookEvery)
  await Promise.race([ended, wait(limitMs, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
  await app.close()
}
