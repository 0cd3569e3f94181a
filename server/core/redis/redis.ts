import { once } from 'node:events'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Cluster, type CommonRedisOptions, Redis as SingleClient } from 'ioredis'
import type { Namespace } from 'socket.io'
import type { Env } from '../../env.ts'
import { redisUp } from '../observe/metrics.ts'

type Settings = Pick<Env, 'REDIS_URL' | 'REDIS_SENTINEL_MASTER'>
type Client = SingleClient | Cluster
type Adapter = ReturnType<ReturnType<typeof createAdapter>>

/** State shared by all processes. A process also works without it. */
export interface Redis {
  /** For short commands: rejects at once while Redis is down, and after 500 ms. A command that was sent may still be executed. */
  client: Pick<Client, 'del' | 'eval'>
  /** `away` while it does not respond, for /readyz. */
  state(): 'ok' | 'away'
  /** socket.io's adapter for several processes; here, so that its code is loaded only where there is a Redis. */
  createAdapter(): (namespace: Namespace) => Adapter
  /** Ends the adapter too. */
  close(): void
}

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** How long a start waits for Redis. */
const startTimeoutMs = 1000
/** How long a blocking read of the stream waits for data: less than `socketTimeout`. */
const blockTimeMs = 1000
/** An idle connection is tested this often, so that `state` is known without traffic. */
const pingEveryMs = 1000

const common: CommonRedisOptions = {
  connectTimeout: 1000,
  // An unreachable host closes no connection. Not lower: at load 20 a process itself may be this late.
  socketTimeout: 2000,
  keepAlive: 5000,
  // The master has become a replica.
  reconnectOnError: ({ message }) => message.includes('READONLY'),
}
/** For callers that can do without Redis: commands are rejected at once while it is down. */
const failFast: CommonRedisOptions = {
  ...common,
  commandTimeout: 500,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
}
/** For the adapter's reader and subscriber: the reader repeats a rejected read at once, in a loop that blocks the process. */
const queueing: CommonRedisOptions = { ...common, maxRetriesPerRequest: null }

/** Connects to the Redis of the settings, or returns null; waits a second at most and keeps connecting after that. */
export async function openRedis(env: Settings, log?: Log): Promise<Redis | null> {
  if (env.REDIS_URL.length === 0) return null
  const client = createClient(env, failFast)
  const clients = [client]
  const adapters: Adapter[] = []
  const stopLogging = logChanges(client, log)
  const ping = setInterval(() => void client.ping(), pingEveryMs).unref()
  await once(client, 'ready', { signal: AbortSignal.timeout(startTimeoutMs) }).catch(() => undefined)
  return {
    client,
    state: () => (client.status === 'ready' ? 'ok' : 'away'),
    createAdapter() {
      // The adapter reads and subscribes with duplicates.
      function duplicate(): Client {
        const other = createClient(env, queueing)
        clients.push(other)
        return other
      }
      const names = { streamName: 'oja:events', channelPrefix: 'oja:events' }
      const create = createAdapter(Object.assign(client, { duplicate }), {
        ...names,
        blockTimeInMs: blockTimeMs,
      })
      // socket.io calls it with `new`.
      return function adapter(namespace: Namespace) {
        const made = create(namespace)
        adapters.push(made)
        return made
      }
    },
    close() {
      clearInterval(ping)
      stopLogging()
      // First: the adapter would repeat a read that its closed client rejects, in a loop that blocks the process.
      for (const adapter of adapters) adapter.close()
      for (const one of clients) one.disconnect()
    },
  }
}

/** Logs and counts when Redis is lost and found again. Returns a function that stops it. */
function logChanges(client: Client, log?: Log): () => void {
  let isUp: boolean | undefined
  let err: Error | undefined
  function update(): void {
    const isReady = client.status === 'ready'
    redisUp.set(isReady ? 1 : 0)
    if (isReady === isUp) return
    isUp = isReady
    if (isReady) log?.info({}, 'Redis answers')
    else log?.warn({ err }, 'Redis is away; this process goes on without it')
  }
  client.on('ready', update)
  client.on('close', update)
  client.on('error', (error: Error) => {
    err = error
    update()
  })
  return () => client.off('close', update)
}

/** A server, a Cluster, or the master that Sentinels name: all addresses share user, password and TLS. */
function createClient({ REDIS_URL, REDIS_SENTINEL_MASTER }: Settings, options: CommonRedisOptions): Client {
  const [first = ''] = REDIS_URL
  if (REDIS_SENTINEL_MASTER === undefined && REDIS_URL.length === 1)
    return withHandledReplies(new SingleClient(first, options))

  const { protocol, username, password, pathname } = new URL(first)
  const user = username === '' ? undefined : decodeURIComponent(username)
  const secret = password === '' ? undefined : decodeURIComponent(password)
  const tls = protocol === 'rediss:' ? {} : undefined
  const access = { username: user, password: secret, tls }
  if (REDIS_SENTINEL_MASTER === undefined) {
    const { enableOfflineQueue, ...redisOptions } = { ...options, ...access }
    return withHandledReplies(
      new Cluster(
        REDIS_URL.map((url) => addressOf(url, 6379)),
        {
          enableOfflineQueue,
          redisOptions,
          // Nodes are reached by the name in their certificate.
          dnsLookup: (address, done) => done(null, address),
        },
      ),
    )
  }
  return withHandledReplies(
    new SingleClient({
      ...options,
      ...access,
      db: Number(pathname.slice(1)) || 0,
      name: REDIS_SENTINEL_MASTER,
      sentinels: REDIS_URL.map((url) => addressOf(url, 26_379)),
      sentinelUsername: user,
      sentinelPassword: secret,
      sentinelTLS: tls,
      enableTLSForSentinelMode: tls !== undefined,
      sentinelCommandTimeout: 1000,
    }),
  )
}

function addressOf(url: string, defaultPort: number): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || defaultPort }
}

/**
 * The adapter handles no rejection of `publish` and `subscribe`, and an unhandled one ends the process. Callers that await a
 * reply still get its rejection.
 */
function withHandledReplies<C extends Client>(client: C): C {
  const send = (client.sendCommand as (...command: never[]) => unknown).bind(client)
  return Object.assign(client, {
    sendCommand(...command: never[]) {
      const reply = send(...command)
      Promise.resolve(reply).catch(() => undefined)
      return reply
    },
  })
}
