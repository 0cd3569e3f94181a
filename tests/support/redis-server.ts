import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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

/** A Redis of one's own, which keeps nothing; `more` is set as on its command line. */
export async function startRedisServer(more: string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'oja-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const options = { port: String(port), bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    server = spawn(program, [...words, ...more], { stdio: 'ignore' })
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

/** A Redis that follows another. */
export async function startReplicaOf({ url }: RedisServer): Promise<RedisServer> {
  const replica = await startRedisServer(['--replicaof', '127.0.0.1', new URL(url).port])
  await until(replica.url, async (client) => (await client.info('replication')).includes('link_status:up'))
  return replica
}

/** A Sentinel that alone decides, soon, and calls the master `oja`. */
export async function startSentinel({ url }: RedisServer): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'oja-sentinel-'))
  const port = await freePort()
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor oja 127.0.0.1 ${new URL(url).port} 1`,
    'sentinel down-after-milliseconds oja 500',
    'sentinel failover-timeout oja 2000',
  ]
  const file = join(folder, 'sentinel.conf')
  await writeFile(file, settings.join('\n'))
  const sentinel = spawn(program, [file, '--sentinel'], { stdio: 'ignore' })
  const there = `redis://127.0.0.1:${port}`
  // A Sentinel asks the master for its replicas each ten seconds.
  await until(
    there,
    async (client) => String(await client.sendCommand(['SENTINEL', 'REPLICAS', 'oja'])) !== '',
  )
  return {
    url: there,
    async stop() {
      const ended = once(sentinel, 'exit')
      sentinel.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = (url: string) => until(url, async (client) => (await client.ping()) === 'PONG')

const open = (url: string) => createClient({ url, socket: { reconnectStrategy: 20 } })

async function until(url: string, holds: (client: ReturnType<typeof open>) => Promise<boolean>) {
  const client = open(url)
  client.on('error', () => undefined)
  await client.connect()
  while (!(await holds(client))) await delay(50)
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
