import { createClient, createCluster } from '@redis/client'
import type { Env } from '../../env.ts'
import { redisUp } from '../observe/counters.ts'
import { type Connection, keepConnected, type Link, within } from './link.ts'

type Settings = Pick<Env, 'REDIS_URL' | 'REDIS_SENTINEL_MASTER'>

/** An entry of a stream. */
export interface StreamEntry {
  id: string
  message: Record<string, string>
}

/** The commands that are used, which a server, a Cluster and Sentinels' master take alike. */
interface RedisCommands extends Connection {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  set(key: string, value: string, options: { PX: number }): Promise<unknown>
  getDel(key: string): Promise<string | null>
  xAdd(key: string, id: '*', message: Record<string, string>, options: object): Promise<string>
  xRange(key: string, start: string, end: string, options: { COUNT: number }): Promise<StreamEntry[]>
  xRevRange(key: string, end: '+', start: '-', options: { COUNT: number }): Promise<StreamEntry[]>
  xRead(
    stream: { key: string; id: string },
    options: { COUNT: number; BLOCK: number },
  ): Promise<{ messages: StreamEntry[] }[] | null>
}

/** What all processes share, and each of them can go on without. */
export interface Redis {
  /** `away` while it does not answer, for /readyz. */
  state(): 'ok' | 'away'
  /** Rejects at once while it is away, and after `patience` (100) milliseconds; what was sent then may still be done. */
  run<T>(work: (client: RedisCommands) => Promise<T>, patience?: number): Promise<T>
  /** Another connection, for commands that wait; `patience` in milliseconds. */
  wait<T>(work: (client: RedisCommands) => Promise<T>, patience: number): Promise<T>
  /** Called with each change of what `run` can do. */
  watch(listener: (isUp: boolean) => void): void
  close(): void
  isClosed(): boolean
}

interface Log {
  info(what: object, message: string): void
  warn(what: object, message: string): void
}

/** Milliseconds that a start waits for it. */
const startPatience = 1000

/** The Redis that the settings name, or null; waits no longer than a second, and goes on looking for it. */
export async function openRedis(env: Settings, log?: Log): Promise<Redis | null> {
  if (env.REDIS_URL.length === 0) return null
  const kind = kindOf(env)
  const listeners = new Set<(isUp: boolean) => void>()
  const open = (connection: string, told: (isUp: boolean) => void = () => {}): Link<RedisCommands> => {
    redisUp.set({ connection }, 0)
    return keepConnected({
      ...kind,
      onChange(isUp, err) {
        redisUp.set({ connection }, isUp ? 1 : 0)
        if (isUp) log?.info({ connection }, 'Redis answers')
        else log?.warn({ connection, err }, 'Redis is away; this process goes on without it')
        told(isUp)
      },
    })
  }
  const commands = open('commands', (isUp) => {
    for (const listener of listeners) listener(isUp)
  })
  const waiting = open('waiting')
  let isClosed = false
  const patience = AbortSignal.timeout(startPatience)
  await Promise.race([
    Promise.all([commands.tried, waiting.tried]),
    new Promise((resolve) => patience.addEventListener('abort', resolve)),
  ])
  return {
    state: () => (commands.isUp() && waiting.isUp() ? 'ok' : 'away'),
    run: (work, ms) => commands.run(work, ms),
    wait: (work, ms) => waiting.run(work, ms),
    watch: (listener) => void listeners.add(listener),
    close() {
      isClosed = true
      commands.close()
      waiting.close()
    },
    isClosed: () => isClosed,
  }
}

interface Kind {
  open(over: AbortSignal): Promise<RedisCommands>
  probe(client: RedisCommands): Promise<unknown>
}

/**
 * Nothing is kept for a server that is away, and replies come as the socket.io adapter reads them. The link watches over the time:
 * the client's own limit costs a signal and an exception for each command that was answered long ago.
 */
const common = { RESP: 2, disableOfflineQueue: true, commandOptions: { timeout: 0 } } as const
/**
 * The link opens what is lost anew, and looks up then where it is. It asks each connection something several times a second: one
 * that is silent for long was left behind by a Cluster's client that was ended while it was being connected.
 */
const socketOptions = { connectTimeout: 500, socketTimeout: 5000, reconnectStrategy: false } as const

function kindOf({ REDIS_URL, REDIS_SENTINEL_MASTER }: Settings): Kind {
  const [first = ''] = REDIS_URL
  const { username, password, socket } = accessOf(first)
  if (REDIS_SENTINEL_MASTER !== undefined) {
    return alike(
      async (over) => connect(createClient(await findMaster(REDIS_URL, REDIS_SENTINEL_MASTER, over)), over),
      async (client) => {
        const { role } = (await client.role()) ?? {}
        if (role !== 'master') throw new Error('This Redis is no longer the master.')
      },
    )
  }
  if (REDIS_URL.length > 1) {
    return alike(
      (over) =>
        connect(
          createCluster({
            RESP: 2,
            rootNodes: REDIS_URL.map((url) => ({ ...common, url, socket: socketOptions })),
            defaults: { ...common, username, password, socket },
          }),
          over,
        ),
      (client) => Promise.all(client.masters.map(async (node) => (await client.nodeClient(node)).ping())),
    )
  }
  return alike(
    (over) => connect(createClient({ ...common, url: first, socket: socketOptions }), over),
    (client) => client.ping(),
  )
}

/** The kinds of client have types that share no name, and the commands that are used in common. */
function alike<C>(open: (over: AbortSignal) => Promise<C>, probe: (client: C) => Promise<unknown>): Kind {
  return {
    open: async (over) => (await open(over)) as unknown as RedisCommands,
    probe: (client) => probe(client as unknown as C),
  }
}

interface Client extends Connection {
  connect(): Promise<unknown>
  destroy(): unknown
}

async function connect<C extends Client>(client: C, over: AbortSignal): Promise<C> {
  client.on('error', () => undefined)
  // Also where it is still being connected: a server that hangs would hold it for good.
  over.addEventListener('abort', () => destroy(client))
  await client.connect()
  return client
}

function destroy(client: Client): void {
  try {
    client.destroy()
  } catch {
    // It has ended already.
  }
}

/** Whom most of the Sentinels have agreed on last. All are asked at once: one that is cut off holds up nothing. */
async function findMaster(urls: string[], name: string, over: AbortSignal) {
  const answers = await Promise.allSettled(urls.map((url) => within(askSentinel(url, name, over), 1000)))
  const found = answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    .sort((a, b) => b.epoch - a.epoch)[0]
  if (!found) throw new Error(`No Sentinel knows where ${name} is.`)
  const { username, password, database, socket } = accessOf(urls[0] ?? '')
  const { host, port } = found
  return { ...common, username, password, database, socket: { ...socket, host, port } }
}

async function askSentinel(url: string, name: string, over: AbortSignal) {
  const { hostname, port } = new URL(url)
  const { username, password, socket } = accessOf(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const at = { ...socket, host, port: port === '' ? 26_379 : Number(port) }
  const sentinel = await connect(createClient({ ...common, username, password, socket: at }), over)
  try {
    const reply = await sentinel.sendCommand<string[]>(['SENTINEL', 'MASTER', name])
    const read = (field: string) => reply[reply.indexOf(field) + 1] ?? ''
    return { host: read('ip'), port: Number(read('port')), epoch: Number(read('config-epoch')) }
  } finally {
    destroy(sentinel)
  }
}

/** The addresses of one installation have one user, password and kind of encryption. */
function accessOf(url: string) {
  const { protocol, username, password, pathname } = new URL(url)
  return {
    username: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    database: Number(pathname.slice(1)) || 0,
    socket: { ...socketOptions, ...(protocol === 'rediss:' ? { tls: true as const } : {}) },
  }
}
