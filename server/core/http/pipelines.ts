import type { Socket } from 'node:net'
import type { App } from '../../context.ts'

/** Browsers wait for each answer before they ask again on the same connection; programs may be a little ahead. */
const most = 100

/**
 * Ends connections that ask and ask without waiting for the answers. Whoever reads none of them would have a megabyte of
 * them wait here for each kilobyte sent. Before every other hook.
 */
export function refusePipelines(app: App): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count <= most) return done()
    reply.hijack()
    socket.destroy()
  })
}
