import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'

test.each([
  ['', []],
  [' however busy the primary is', ['block']],
])(
  '[WORKERS-ORDER] sockets of all workers get simultaneous events once and in one order%s',
  async (_, before) => {
    const program = fileURLToPath(new URL('../../../tests/support/two-workers.ts', import.meta.url))
    const primary = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      const [printed] = await once(primary.stdout, 'data')
      const ports = JSON.parse(String(printed)) as number[]
      const sockets = ports.map((port) =>
        io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true }),
      )
      const deliveries = sockets.map((socket) => {
        const received: string[] = []
        socket.on('told', (what: string) => void received.push(what))
        return received
      })
      await Promise.all(sockets.map((socket) => once(socket as never, 'connect')))
      for (const socket of sockets) for (const event of [...before, 'go']) socket.emit(event)
      await expect.poll(() => deliveries.map(({ length }) => length)).toEqual([200, 200])
      expect(new Set(deliveries[0]).size).toBe(200)
      expect(deliveries[0]).toEqual(deliveries[1])
      for (const socket of sockets) socket.disconnect()
    } finally {
      primary.stdin.end()
      if (primary.exitCode === null) await once(primary, 'exit')
    }
  },
)
