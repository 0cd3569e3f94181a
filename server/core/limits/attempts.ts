import { AppError } from '#shared/errors.ts'
import type { Env } from '../../env.ts'

/** Counts tries against one thing (an account, an address), from wherever they come. Kept in memory, per process. */
export interface Attempts {
  /** Counts one try; throws RATE_LIMITED once they are used up. */
  spend(key: string): void
  /** Forgets the tries of a key, after a success. */
  forgive(key: string): void
}

/** `max` tries within `window` seconds for each key, multiplied by `RATE_LIMIT_FACTOR`. Keys ignore case; `sentence` tells who waits. */
export function limitAttempts(
  env: Env,
  rule: { max: number; window: number },
  sentence = 'Too many tries for this address. Please wait and try again later.',
): Attempts {
  const max = Math.max(1, Math.round(rule.max * env.RATE_LIMIT_FACTOR))
  const spent = new Map<string, { count: number; endsAt: number }>()
  /** As many are kept before those that ended are looked for; doubled, so that looking stays rare. */
  let room = 10_000

  function dropEnded(now: number): void {
    for (const [key, { endsAt }] of spent) if (endsAt <= now) spent.delete(key)
    room = Math.max(10_000, spent.size * 2)
  }

  return {
    spend(key) {
      // Not by the clock on the wall, which may be set back: a wait would last as much longer.
      const now = performance.now()
      if (spent.size > room) dropEnded(now)
      const known = spent.get(key.toLowerCase())
      const tries = known && known.endsAt > now ? known : { count: 0, endsAt: now + rule.window * 1000 }
      tries.count += 1
      spent.set(key.toLowerCase(), tries)
      if (tries.count <= max) return
      throw new AppError('RATE_LIMITED', sentence, { retryAfter: Math.ceil((tries.endsAt - now) / 1000) })
    },
    forgive: (key) => void spent.delete(key.toLowerCase()),
  }
}
