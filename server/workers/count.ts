import { availableParallelism } from 'node:os'
import type { Env } from '../env.ts'

/** How many processes answer. Hot reload's own connections lead to one. */
export function processCount({
  WEB_CONCURRENCY,
  NODE_ENV,
}: Pick<Env, 'WEB_CONCURRENCY' | 'NODE_ENV'>): number {
  if (NODE_ENV === 'development') return 1
  return WEB_CONCURRENCY || (NODE_ENV === 'production' ? availableParallelism() : 1)
}

/**
 * Connections that each of them may open to the database: together with the one more that runs while all are renewed, as
 * many as a PostgreSQL has to give by its defaults, and never so few that one slow question keeps others waiting.
 */
export function connectionsOf(count: number): number {
  return Math.max(6, Math.min(16, Math.floor(48 / (count + 1))))
}
