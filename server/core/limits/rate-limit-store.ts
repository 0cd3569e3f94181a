import type { Redis } from '../redis/redis.ts'

interface Count {
  current: number
  /** Milliseconds until the window ends. */
  ttl: number
}

type Callback = (error: Error | null, count?: Count) => void

interface Window {
  count: number
  /** By performance.now(). */
  endsAt: number
}

/** Keys per counter in this process; beyond that, the oldest window is dropped. */
const maxKeys = 50_000

/** One round trip, on Redis's clock. */
const script = `
local count = redis.call('INCR', KEYS[1])
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then
  ttl = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ttl)
end
return { count, ttl }`

/** Subtracts one call if its window has not ended. */
const refundScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end`

/** Counts calls by key under one name. A key's window ends `windowMs` after its first call. */
export interface Counter {
  consume(key: string, windowMs: number): Promise<Count>
  /** Subtracts one call. */
  refund(key: string): Promise<void>
}

/**
 * Counts in Redis, so that all processes share a limit; without Redis, or while it does not respond, in this
 * process.
 */
export function createCounter(redis: Redis | null, name: string): Counter {
  const own = new OwnCounts()
  return {
    async consume(key, windowMs) {
      // Counted here too, so that limits stay in force when Redis becomes unavailable.
      const here = own.consume(key, windowMs)
      return redis ? countTogether(redis, `${name} ${key}`, windowMs).catch(() => here) : here
    },
    async refund(key) {
      own.refund(key)
      await redis?.client.eval(refundScript, 1, `oja:limit:${name} ${key}`).catch(() => {})
    },
  }
}

/** A store for @fastify/rate-limit that counts all routes together. */
export function rateLimitStore(counter: Counter) {
  return class RateLimitStore {
    incr(key: string, callback: Callback, windowMs = 60_000): void {
      void counter.consume(key, windowMs).then((count) => callback(null, count))
    }

    child() {
      return this
    }
  }
}

async function countTogether(redis: Redis, key: string, windowMs: number): Promise<Count> {
  const reply = await redis.client.eval(script, 1, `oja:limit:${key}`, windowMs)
  const [current, ttl] = reply as [number, number]
  return { current, ttl }
}

/**
 * Uses a monotonic clock: if the system clock were set back by a day, everybody's minute would last a day.
 */
class OwnCounts {
  readonly #windows = new Map<string, Window>()
  /** One long-lived iterator: each new one would first skip the deleted keys, 20 µs for each new key. */
  readonly #oldest = this.#windows.keys()

  consume(key: string, windowMs: number): Count {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && known.endsAt > now ? known : this.#begin(key, now + windowMs)
    window.count += 1
    return { current: window.count, ttl: window.endsAt - now }
  }

  refund(key: string): void {
    const window = this.#windows.get(key)
    if (window && window.count > 0) window.count -= 1
  }

  #begin(key: string, endsAt: number): Window {
    const window = { count: 0, endsAt }
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const oldest = this.#windows.size > maxKeys ? this.#oldest.next().value : undefined
    if (oldest !== undefined) this.#windows.delete(oldest)
    return window
  }
}
