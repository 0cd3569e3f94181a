import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { countAttempt } from './attempts.db.ts'

interface Rule {
  max: number
  /** Seconds, two days at most. */
  window: number
}

/** Counts tries against one thing (an account, an address), from wherever they come, whichever process they reach. */
export interface Attempts {
  /** Counts one try, in a transaction where it is part of one; throws RATE_LIMITED once they are used up. */
  spend(key: string, tx?: Tx): Promise<void>
}

/**
 * `max` tries within `window` seconds for each key of a kind, multiplied by `RATE_LIMIT_FACTOR`: in the database, for what costs
 * money, guards a secret or is work for somebody. Keys ignore case; `sentence` tells who waits.
 */
export function limitAttempts(
  { db, env }: { db: Db; env: Pick<Env, 'RATE_LIMIT_FACTOR'> },
  kind: string,
  rule: Rule,
  sentence = 'Too many tries. Please wait and try again later.',
): Attempts {
  const max = Math.max(1, Math.round(rule.max * env.RATE_LIMIT_FACTOR))
  return {
    async spend(key, tx) {
      const name = createHash('sha256').update(`${kind} ${key.toLowerCase()}`).digest()
      const { count, wait } = await countAttempt(tx ?? db, name, rule.window)
      if (count > max) throw new AppError('RATE_LIMITED', sentence, { retryAfter: Math.max(1, wait) })
    },
  }
}
