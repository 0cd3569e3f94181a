import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { addListeners, canShare } from './more-listeners.ts'

let server: Server
let sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  server.closeAllConnections()
  server.close()
})

async function listen(many: boolean): Promise<void> {
  server = createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1000, reusePort: many })
  await once(server, 'listening')
  if (many) await addListeners(server, 1000)
}

function open(count: number): void {
  const { port } = server.address() as AddressInfo
  for (let opened = 0; opened < count; opened += 1) sockets.push(connect(port, '127.0.0.1'))
}

/** How many turns of the event loop go by until so many connections were taken. */
async function turnsUntil(count: number): Promise<number> {
  let taken = 0
  server.on('connection', () => {
    taken += 1
  })
  open(count)
  for (let turns = 0; ; turns += 1) {
    if (taken === count) return turns
    await nextTurn()
  }
}

test.runIf(canShare)(
  '[OVERLOAD-HEARD] who comes among many is heard within some turns of the event loop, not one a turn',
  async () => {
    await listen(false)
    expect(await turnsUntil(200)).toBeGreaterThanOrEqual(199)
    server.close()
    await listen(true)
    expect(await turnsUntil(200)).toBeLessThan(60)
  },
)

test.runIf(canShare)(
  'a server that closes answers all that it took, and takes no more, whichever listener took it',
  async () => {
    await listen(true)
    const { port } = server.address() as AddressInfo
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const allThere = Promise.withResolvers<void>()
    let asked = 0
    server.on('request', async (_, response) => {
      asked += 1
      if (asked === 100) allThere.resolve()
      await released
      response.end('done')
    })
    const answers = Array.from({ length: 100 }, () => fetch(`http://127.0.0.1:${port}/`))
    await allThere.promise
    let hasEnded = false
    const ended = new Promise<void>((resolve) => server.close(() => resolve())).then(() => {
      hasEnded = true
    })
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    expect(hasEnded).toBe(false)
    release()
    for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('done')
    server.closeIdleConnections()
    await ended
  },
)
