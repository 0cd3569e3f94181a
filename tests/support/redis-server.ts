import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from './free-ports.ts'

const program = process.env.REDIS_SERVER ?? 'redis-server'

/** Whether a Redis is installed: no package provides one. */
export const hasRedis = spawnSync(program, ['--version']).status === 0

export interface RedisServer {
  url: string
  /** It accepts connections and never responds, like a host that hangs. */
  freeze(): void
  thaw(): void
  kill(): Promise<void>
  /** After `kill`: starts empty at the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts a Redis without persistence; `more` are further command line arguments. */
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

/** Starts a Redis that replicates another. */
export async function startReplicaOf({ url }: RedisServer): Promise<RedisServer> {
  const replica = await startRedisServer(['--replicaof', '127.0.0.1', new URL(url).port])
  await until(replica.url, async (client) => (await client.info('replication')).includes('link_status:up'))
  return replica
}

/** Starts a single Sentinel with a short timeout, whose master is called `oja`. */
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
  await until(there, async (client) => String(await client.call('SENTINEL', 'REPLICAS', 'oja')) !== '')
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

/** Makes a Redis that was started with `--cluster-enabled yes` a Cluster of one. */
export async function assignAllSlots({ url }: RedisServer): Promise<void> {
  await until(url, async (client) => {
    if ((await client.cluster('INFO')).includes('cluster_slots_assigned:0'))
      await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    return (await client.cluster('INFO')).includes('cluster_state:ok')
  })
}

const answers = (url: string) => until(url, async (client) => (await client.ping()) === 'PONG')

async function until(url: string, holds: (client: Redis) => Promise<boolean>) {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  while (!(await holds(client))) await delay(50)
  client.disconnect()
}
