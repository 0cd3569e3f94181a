import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'

test('[WORKERS-ORDER] what the workers of one machine tell at once, sockets of all hear once and in one order', async () => {
  const program = fileURLToPath(new URL('../../../tests/support/two-workers.ts', import.meta.url))
  const primary = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const [printed] = await once(primary.stdout, 'data')
    const ports = JSON.parse(String(printed)) as number[]
    const sockets = ports.map((port) =>
      io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true }),
    )
    const heard = sockets.map((socket) => {
      const told: string[] = []
      socket.on('told', (what: string) => void told.push(what))
      return told
    })
    await Promise.all(sockets.map((socket) => once(socket as never, 'connect')))
    for (const socket of sockets) socket.emit('go')
    await expect.poll(() => heard.map(({ length }) => length), { timeout: 10_000 }).toEqual([200, 200])
    expect(new Set(heard[0]).size).toBe(200)
    expect(heard[0]).toEqual(heard[1])
    for (const socket of sockets) socket.disconnect()
  } finally {
    primary.stdin.end()
    if (primary.exitCode === null) await once(primary, 'exit')
  }
})
