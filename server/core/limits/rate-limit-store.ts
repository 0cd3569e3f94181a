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

/** Keys that each counter of this process holds at once; beyond, the window that began first is dropped. */
const maxKeys = 50_000

/** One trip, by the clock of Redis. */
const script = `
local count = redis.call('INCR', KEYS[1])
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then
  ttl = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ttl)
end
return { count, ttl }`

/** One call less, where its window has not ended. */
const giveBackScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end`

/** Counts calls under one name; each key's count ends `windowMs` after its first call. */
export interface Counter {
  count(key: string, windowMs: number): Promise<Count>
  /** Takes one call back. */
  giveBack(key: string): Promise<void>
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
    async giveBack(key) {
      own.giveBack(key)
      const keys = [`oja:limit:${name} ${key}`]
      await redis?.run((client) => client.eval(giveBackScript, { keys, arguments: [] })).catch(() => {})
    },
  }
}

/** A store for @fastify/rate-limit that counts all routes together. */
export function rateLimitStore(counter: Counter) {
  return class RateLimitStore {
    incr(key: string, tell: Tell, windowMs = 60_000): void {
      void counter.count(key, windowMs).then((count) => tell(null, count))
    }

    child() {
      return this
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

  giveBack(key: string): void {
    const window = this.#windows.get(key)
    if (window && window.count > 0) window.count -= 1
  }

  #begin(key: string, endsAt: number): Window {
    const window = { count: 0, endsAt }
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest = key] = this.#windows.size > maxKeys ? this.#windows.keys() : []
    if (oldest !== key) this.#windows.delete(oldest)
    return window
  }
}
