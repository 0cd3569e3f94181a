import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { passOn, workerAdapter } from '#server/core/realtime/worker-adapter.ts'

// A program for worker-adapter.test.ts: a primary and two workers, each at a port of its own, which the primary prints. A worker
// that is asked to `go` tells everybody a hundred things.

async function serve(): Promise<void> {
  const http = createServer()
  const io = new Server(http, { transports: ['websocket'], adapter: workerAdapter })
  io.on('connection', (socket) => {
    socket.on('go', () => {
      for (let count = 0; count < 100; count += 1) io.emit('told', `${process.pid} ${count}`)
    })
  })
  http.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  await once(http, 'listening')
  process.send?.({ port: (http.address() as { port: number }).port })
}

async function watch(): Promise<void> {
  passOn()
  const ports = new Set<number>()
  cluster.on('message', (_, { port }: { port?: number }) => {
    // What the workers tell each other comes by here, too.
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

await (cluster.isPrimary ? watch() : serve())
