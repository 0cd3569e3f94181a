import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import { AppError } from '#shared/errors.ts'
import { scaleLimit } from '../../bounds.ts'
import { incrementWindow } from './fixed-window-limiter.db.ts'

interface Rule {
  max: number
  /** Seconds, at most two days. */
  window: number
}

/** Counts attempts by key (an account, an address), across callers and processes. */
export interface FixedWindowLimiter {
  /** Counts one attempt, inside `tx` if given; throws RATE_LIMITED when the limit is reached. */
  consume(key: string, tx?: Tx): Promise<void>
}

/**
 * Allows `max` attempts per key within `window` seconds, multiplied by `RATE_LIMIT_FACTOR`. Counts in the
 * database, for actions that cost money, guard a secret, cause work for a person or fill a disk. Keys ignore
 * case; `sentence` is the error message.
 */
export function createFixedWindowLimiter(
  { db, env }: { db: Db; env: Pick<Env, 'RATE_LIMIT_FACTOR'> },
  kind: string,
  rule: Rule,
  sentence = 'Too many tries. Please wait and try again later.',
): FixedWindowLimiter {
  const max = scaleLimit(env, rule.max)
  return {
    async consume(key, tx) {
      const name = createHash('sha256').update(`${kind} ${key.toLowerCase()}`).digest()
      const { count, retryAfter } = await incrementWindow(tx ?? db, name, rule.window)
      if (count > max) throw new AppError('RATE_LIMITED', sentence, { retryAfter: Math.max(1, retryAfter) })
    },
  }
}
