interface Window {
  count: number
  /** By performance.now(). */
  endsAt: number
}

type Tell = (error: Error | null, state?: { current: number; ttl: number }) => void

/** Addresses that each rule counts at once; the one that began first is forgotten. */
const most = 5000

/**
 * Counts calls for @fastify/rate-limit, by a clock that nobody sets: its own store goes by the clock on the wall, and when that
 * is set back a day, everybody's minute lasts a day.
 */
export class RateLimitStore {
  readonly #windows = new Map<string, Window>()

  incr(key: string, tell: Tell, windowMs = 60_000): void {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && known.endsAt > now ? known : this.#begin(key, now + windowMs)
    window.count += 1
    tell(null, { current: window.count, ttl: window.endsAt - now })
  }

  /** Each rule counts for itself. */
  child(): RateLimitStore {
    return new RateLimitStore()
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
