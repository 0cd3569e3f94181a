import { AppError } from '#shared/errors.ts'
import type { Context } from '../../context.ts'
import { createCounter } from './rate-limit-store.ts'

/**
 * How often one person may do what costs little: counted in Redis, or in each process where there is none. Answers what counts
 * one time for a person, and throws RATE_LIMITED with the sentence beyond `max` within `window` seconds.
 */
export function limitPace(
  { env, redis }: Pick<Context, 'env' | 'redis'>,
  kind: string,
  { max, window }: { max: number; window: number },
  sentence: string,
): (userId: number) => Promise<void> {
  const most = Math.max(1, Math.round(max * env.RATE_LIMIT_FACTOR))
  const counter = createCounter(redis, kind)
  return async (userId) => {
    const { current, ttl } = await counter.count(String(userId), window * 1000)
    if (current > most) throw new AppError('RATE_LIMITED', sentence, { retryAfter: Math.ceil(ttl / 1000) })
  }
}
