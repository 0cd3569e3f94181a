import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { relayBetweenWorkers, WorkerAdapter } from '#server/core/realtime/worker-adapter.ts'

// A program for worker-adapter.test.ts: a primary and two workers, each on its own port, which the primary
// prints. A worker that receives `go` broadcasts a hundred events; one that receives `block` blocks the
// primary first.

/** Milliseconds in which a blocked primary relays nothing. */
const blocked = 500

async function serve(): Promise<void> {
  const http = createServer()
  const io = new Server(http, { transports: ['websocket'], adapter: WorkerAdapter })
  io.on('connection', (socket) => {
    socket.on('block', () => process.send?.('block'))
    socket.on('go', () => {
      for (let count = 0; count < 100; count += 1) io.emit('told', `${process.pid} ${count}`)
    })
  })
  http.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  await once(http, 'listening')
  process.send?.({ port: (http.address() as { port: number }).port })
}

async function watch(): Promise<void> {
  relayBetweenWorkers()
  const ports = new Set<number>()
  cluster.on('message', (_, message: 'block' | { port?: number }) => {
    if (message === 'block') return block()
    // Messages between the workers pass here, too.
    const { port } = message
    if (port === undefined) return
    ports.add(port)
    if (ports.size === 2) console.log(JSON.stringify([...ports]))
  })
  for (let count = 0; count < 2; count += 1) cluster.fork()
  // Its standard input ends with the test.
  process.stdin.resume()
  await once(process.stdin, 'end')
  process.exit()
}

function block(): void {
  const end = performance.now() + blocked
  while (performance.now() < end);
}

await (cluster.isPrimary ? watch() : serve())
