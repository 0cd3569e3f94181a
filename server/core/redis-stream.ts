import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Redis, StreamEntry } from './redis.ts'
import { RedisAway } from './redis-link.ts'

/** What one process tells all, on its way to Redis and back. */
interface Publication {
  message: Record<string, string>
  /** Of the stream, once Redis has answered. */
  id?: string
  at: number
  /** Lets this process's own sockets hear it. */
  deliver(id: string | undefined): void
}

/** Milliseconds. */
const times = {
  /** Redis has as long to take what is told and to tell it; then it is heard here, wherever Redis is. */
  patience: 150,
  /** As much longer, in which a process that was busy itself hears what Redis told meanwhile. */
  grace: 40,
  block: 300,
  read: 1000,
  again: 1000,
  /** As long is kept what could not be told to other processes. */
  kept: 120_000,
}
const most = { unsent: 5000, seen: 5000, read: 200, range: 500 }
/** Entries that the stream keeps, about: what may be missed and is still told. */
const trim = { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: 10_000 } }

/**
 * A client for the socket.io adapter of Redis' streams, which takes nothing of what Redis does amiss: what is told is heard by
 * this process's sockets in the order in which all processes hear it, at once where Redis is away; the others hear it, once,
 * when it is back. Has what the adapter calls, and nothing more. Events that go by publish/subscribe there go by the stream here.
 */
export function createStreamClient(redis: Redis, stream: string) {
  const name = randomBytes(16).toString('base64url')
  const undelivered = new Map<string, Publication>()
  const unsent: Publication[] = []
  const seen = new LRUCache<string, true>({ max: most.seen })
  const listeners = new Map<string, (payload: Buffer) => void>()
  const backlog: StreamEntry[] = []
  let count = 0
  let position: string | undefined
  let isReaderLate = true
  let isResending = false

  const send = (message: Record<string, string>) =>
    redis.run((client) => client.xAdd(stream, '*', message, trim), times.patience)

  /** All that was told before is heard before. */
  function deliverUpTo(last: Publication): void {
    if (!undelivered.has(last.message.once ?? '')) return
    for (const [once, publication] of undelivered) {
      undelivered.delete(once)
      publication.deliver(publication.id)
      if (publication === last) return
    }
  }

  function keep(publication: Publication): void {
    unsent.push(publication)
    if (unsent.length > most.unsent) unsent.shift()
    deliverUpTo(publication)
  }

  async function tell(publication: Publication): Promise<void> {
    // What waits goes first.
    if (unsent.length > 0) return keep(publication)
    try {
      publication.id = await send(publication.message)
      if (isReaderLate) deliverUpTo(publication)
    } catch {
      keep(publication)
      void resend()
    }
  }

  async function resend(): Promise<void> {
    if (isResending) return
    isResending = true
    try {
      for (let next = unsent[0]; next; next = unsent[0]) {
        if (performance.now() - next.at < times.kept) await send(next.message)
        unsent.shift()
      }
    } catch {
      setTimeout(resend, times.again).unref()
    }
    isResending = false
  }
  redis.watch((isUp) => isUp && void resend())

  async function readMore(): Promise<void> {
    try {
      if (position === undefined || isReaderLate) position = await whereToRead(position)
      const from = { key: stream, id: position }
      const streams = await redis.wait(
        (client) => client.xRead(from, { COUNT: most.read, BLOCK: times.block }),
        times.read,
      )
      isReaderLate = false
      const entries = streams?.[0]?.messages ?? []
      backlog.push(...entries)
      position = entries.at(-1)?.id ?? position
    } catch {
      isReaderLate = true
      await delay(100, undefined, { ref: false })
    }
  }

  /** From where it was left, so that nothing is missed; a Redis that knows less (another, or emptied) is read from its end. */
  async function whereToRead(left: string | undefined): Promise<string> {
    const [newest] = await redis.run((client) => client.xRevRange(stream, '+', '-', { COUNT: 1 }))
    const end = newest?.id ?? '0-0'
    return left === undefined || isBefore(end, left) ? end : left
  }

  /** Entries for the adapter, up to one that this process told: its turn comes when the adapter has taken them. */
  function takeEntries(): StreamEntry[] {
    const entries: StreamEntry[] = []
    for (let next = backlog[0]; next; next = backlog[0]) {
      const { once = '', channel, payload = '' } = next.message
      const own = undelivered.get(once)
      if ((own || channel !== undefined) && entries.length > 0) return entries
      backlog.shift()
      if (own) {
        own.id = next.id
        deliverUpTo(own)
        return entries
      }
      if (seen.has(once)) continue
      seen.set(once, true)
      if (channel === undefined) entries.push(next)
      else listeners.get(channel)?.(Buffer.from(payload, 'base64'))
    }
    return entries
  }

  const named = (message: Record<string, string>) => {
    count += 1
    return { ...message, once: `${name}-${count}` }
  }

  const client = {
    /** By this the adapter knows a client of this kind. */
    sSubscribe() {},
    on() {},
    async connect() {},
    disconnect() {},
    duplicate: () => client,

    xAdd(_stream: string, _id: string, message: Record<string, string>): Promise<string> {
      return new Promise((resolve, reject) => {
        const publication: Publication = {
          message: named(message),
          at: performance.now(),
          deliver(id) {
            clearTimeout(timer)
            if (id === undefined) reject(new RedisAway('Told to this process only, for now.'))
            else resolve(id)
          },
        }
        let timer = setTimeout(() => {
          timer = setTimeout(deliverUpTo, times.grace, publication)
        }, times.patience)
        undelivered.set(publication.message.once ?? '', publication)
        void tell(publication)
      })
    },
    /** Never rejects: the adapter would ask again at once. */
    async xRead(): Promise<{ messages: StreamEntry[] }[]> {
      for (;;) {
        if (redis.isClosed()) return new Promise(() => {})
        if (backlog.length === 0) await readMore()
        const messages = takeEntries()
        if (messages.length > 0) return [{ messages }]
        // What was delivered here goes out before what came after it.
        await new Promise(setImmediate)
      }
    },
    xRange: (key: string, start: string, end: string) =>
      redis.run((commands) => commands.xRange(key, start, end, { COUNT: most.range })),

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

/** Whether an entry's name (milliseconds, a dash, a number) comes before another's. */
function isBefore(one: string, other: string): boolean {
  const [time = 0, number = 0] = one.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time < otherTime || (time === otherTime && number < otherNumber)
}
