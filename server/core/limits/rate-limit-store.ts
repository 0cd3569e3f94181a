import type { Redis } from '../redis/redis.ts'

interface Count {
  current: number
  /** Milliseconds until it begins anew. */
  ttl: number
}

type Tell = (error: Error | null, count?: Count) => void

interface Window {
  count: number
  /** By performance.now(). */
  endsAt: number
}

/** What of a route @fastify/rate-limit tells its store. */
interface RouteRule {
  groupId?: string
  routeInfo?: { method?: string | string[]; url?: string }
}

/** Addresses that each rule counts at once; the one that began first is forgotten. */
const most = 5000

/** One trip, by the clock of Redis. */
const script = `
local count = redis.call('INCR', KEYS[1])
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then
  ttl = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ttl)
end
return { count, ttl }`

/** Counts calls under one name; each key's count ends `windowMs` after its first call. */
export interface Counter {
  count(key: string, windowMs: number): Promise<Count>
}

/**
 * Counts in Redis, so that a limit is the same however many processes are reached; where there is none, or it does not answer,
 * in this process.
 */
export function createCounter(redis: Redis | null, name: string): Counter {
  const own = new OwnCounts()
  return {
    async count(key, windowMs) {
      // Here too, so that whoever had called often has done so when Redis goes.
      const here = own.count(key, windowMs)
      return redis ? countTogether(redis, `${name} ${key}`, windowMs).catch(() => here) : here
    },
  }
}

/** A store for @fastify/rate-limit. */
export function rateLimitStore(redis: Redis | null) {
  return class RateLimitStore {
    readonly #counter: Counter

    constructor(rule: object) {
      const { groupId = '', routeInfo = {} } = rule as RouteRule
      this.#counter = createCounter(redis, `${groupId} ${routeInfo.method ?? ''} ${routeInfo.url ?? ''}`)
    }

    incr(key: string, tell: Tell, windowMs = 60_000): void {
      void this.#counter.count(key, windowMs).then((count) => tell(null, count))
    }

    /** Each rule counts for itself. */
    child(rule: object) {
      return new RateLimitStore(rule)
    }
  }
}

async function countTogether(redis: Redis, key: string, windowMs: number): Promise<Count> {
  const reply = await redis.run((client) =>
    client.eval(script, { keys: [`oja:limit:${key}`], arguments: [String(windowMs)] }),
  )
  const [current, ttl] = reply as [number, number]
  return { current, ttl }
}

/** By a clock that nobody sets: where the one on the wall is set back a day, everybody's minute would last a day. */
class OwnCounts {
  readonly #windows = new Map<string, Window>()

  count(key: string, windowMs: number): Count {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && known.endsAt > now ? known : this.#begin(key, now + windowMs)
    window.count += 1
    return { current: window.count, ttl: window.endsAt - now }
  }

  #begin(key: string, endsAt: number): Window {
    const window = { count: 0, endsAt }
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest = key] = this.#windows.size > most ? this.#windows.keys() : []
    if (oldest !== key) this.#windows.delete(oldest)
    return window
  }
}
