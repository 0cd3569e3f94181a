import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'

const program = process.env.REDIS_SERVER ?? 'redis-server'

/** Whether a Redis is installed: no package brings one along. */
export const hasRedis = spawnSync(program, ['--version']).status === 0

export interface RedisServer {
  url: string
  /** It takes connections and answers nothing, like a host that hangs. */
  freeze(): void
  thaw(): void
  kill(): Promise<void>
  /** After `kill`, at the same address, with nothing in it. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A Redis of one's own, which keeps nothing. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'oja-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const options = { port: String(port), bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    server = spawn(program, words, { stdio: 'ignore' })
    await answers(url)
  }
  async function kill(): Promise<void> {
    const ended = server && server.exitCode === null && once(server, 'exit')
    server?.kill('SIGKILL')
    await ended
    server = undefined
  }

  await start()
  return {
    url,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    kill,
    start,
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<void> {
  const client = createClient({ url, socket: { reconnectStrategy: 20 } })
  client.on('error', () => undefined)
  await client.connect()
  await client.ping()
  client.destroy()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
