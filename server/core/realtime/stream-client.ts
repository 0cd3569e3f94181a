import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Redis, StreamEntry } from '../redis/redis.ts'
import { createInbox } from './stream-inbox.ts'
import { createOutbox, type Told } from './stream-outbox.ts'

const mostSeen = 5000
const mostMissed = 500
/** Entries that the stream keeps, about: what may be missed and is still told. */
const trim = { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: 10_000 } }

/**
 * A client for the socket.io adapter of Redis' streams, which takes nothing of what Redis does amiss (see stream-outbox.ts). Has
 * what the adapter calls, and nothing more. Events that go by publish/subscribe there go by the stream here. `patience`: see Outbox.
 */
export function createStreamClient(redis: Redis, stream: string, patience: number) {
  const name = randomBytes(16).toString('base64url')
  const seen = new LRUCache<string, true>({ max: mostSeen })
  const listeners = new Map<string, (payload: Buffer) => void>()
  const backlog: StreamEntry[] = []
  let count = 0

  const named = (message: Record<string, string>): Told => {
    count += 1
    return { ...message, once: `${name}-${count}` }
  }
  const send = (message: Told) => redis.run((commands) => commands.xAdd(stream, '*', message, trim), patience)

  const inbox = createInbox(redis, stream)
  const outbox = createOutbox({ send, isRead: inbox.isReading, patience })
  redis.watch((isUp) => isUp && void outbox.resend())

  /** Entries for the adapter, up to one that this process told: its turn comes when the adapter has taken them. */
  function takeEntries(): StreamEntry[] {
    const entries: StreamEntry[] = []
    for (let next = backlog[0]; next; next = backlog[0]) {
      const { once = '', channel, payload = '' } = next.message
      const isOwn = outbox.awaits(once)
      if ((isOwn || channel !== undefined) && entries.length > 0) return entries
      backlog.shift()
      if (isOwn) {
        outbox.cameBack(once, next.id)
        return entries
      }
      if (seen.has(once)) continue
      seen.set(once, true)
      if (channel === undefined) entries.push(next)
      else listeners.get(channel)?.(Buffer.from(payload, 'base64'))
    }
    return entries
  }

  const client = {
    /** By this the adapter knows a client of this kind. */
    sSubscribe() {},
    on() {},
    async connect() {},
    disconnect() {},
    duplicate: () => client,

    xAdd: (_stream: string, _id: string, message: Record<string, string>) => outbox.tell(named(message)),
    /** Never rejects: the adapter would ask again at once. */
    async xRead(): Promise<{ messages: StreamEntry[] }[]> {
      for (;;) {
        if (redis.isClosed()) return new Promise(() => {})
        if (backlog.length === 0) backlog.push(...(await inbox.read()))
        const messages = takeEntries()
        if (messages.length > 0) return [{ messages }]
        // What was delivered here goes out before what came after it.
        await new Promise(setImmediate)
      }
    },
    xRange: (key: string, start: string, end: string) =>
      redis.run((commands) => commands.xRange(key, start, end, { COUNT: mostMissed })),

    subscribe(channels: string[], listener: (payload: Buffer) => void) {
      for (const channel of channels) listeners.set(channel, listener)
    },
    /** Heard by whoever Redis reaches now. */
    async publish(channel: string, payload: Buffer): Promise<void> {
      await send(named({ channel, payload: payload.toString('base64') })).catch(() => undefined)
    },

    async set(key: string, value: string, options: { PX: number }): Promise<void> {
      await redis.run((commands) => commands.set(key, value, options)).catch(() => undefined)
    },
    /** The adapter reads and deletes a key so. */
    multi() {
      let key = ''
      const chain = {
        get(read: string) {
          key = read
          return chain
        },
        del: () => chain,
        exec: async () => [await redis.run((commands) => commands.getDel(key))],
      }
      return chain
    },
  }
  return client
}
