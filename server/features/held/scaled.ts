import type { Env } from '#server/env.ts'

/** A number of shared/limits.ts as it holds here: at least 1. */
export function scaled({ RATE_LIMIT_FACTOR }: Pick<Env, 'RATE_LIMIT_FACTOR'>, number: number): number {
  return Math.max(1, Math.round(number * RATE_LIMIT_FACTOR))
}
