import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Browsers wait for each response before they send again on the same connection; other programs pipeline a
 * few requests.
 */
const maxPipelined = 100

/**
 * Closes connections that pipeline requests without reading the responses: each kilobyte sent that way would
 * buffer a megabyte here. Must run before every other hook.
 */
export function refusePipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count <= maxPipelined) return done()
    reply.hijack()
    socket.destroy()
  })
  app.addHook('onResponse', ({ raw: { socket } }, _, done) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
    done()
  })
}
