import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, Server } from 'node:net'

/** Connections that one turn of the event loop takes, at most: each listener takes one. */
const listeners = 32

const others = new WeakMap<HttpServer, Server[]>()

/** Whether several listeners may share an address here. A worker's connections are taken by the primary, which has time. */
export const canShare = process.platform === 'linux' && !cluster.isWorker

/**
 * Has more listeners take connections for a server that listens with `reusePort`; they stop with it, and it has ended when
 * their connections have. libuv takes one connection of a listener in a turn of the event loop, and a turn of a busy process is
 * long: of a thousand who come at once the last would be heard after a thousand turns, and could not even be refused before.
 */
export async function addListeners(server: HttpServer, backlog: number): Promise<void> {
  const { address: host, port } = server.address() as AddressInfo
  const more = await Promise.all(
    Array.from({ length: listeners - 1 }, async () => {
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        server.emit('connection', socket),
      )
      listener.listen({ host, port, backlog, reusePort: true })
      await once(listener, 'listening')
      return listener
    }),
  )
  others.set(server, more)
  const close = server.close.bind(server)
  server.close = (done) => {
    const ended = Promise.all(takeOthers(server).map(end))
    return close((error) => void ended.then(() => done?.(error)))
  }
}

/**
 * Takes no more connections, and resolves when the last that was taken has ended. Unlike `server.close` it leaves those open that
 * are idle.
 */
export async function stopListening(server: HttpServer): Promise<void> {
  await Promise.all([server, ...takeOthers(server)].map(end))
}

function takeOthers(server: HttpServer): Server[] {
  const more = others.get(server) ?? []
  others.delete(server)
  return more
}

/** Resolves when the last connection that it took has ended. */
function end(listener: Server): Promise<void> {
  return new Promise((resolve) => Server.prototype.close.call(listener, () => resolve()))
}
