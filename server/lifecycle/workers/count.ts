import { availableParallelism } from 'node:os'
import type { Env } from '#server/env.ts'

/** The number of web processes. Hot reload's own connections need a single one. */
export function processCount({
  WEB_CONCURRENCY,
  NODE_ENV,
}: Pick<Env, 'WEB_CONCURRENCY' | 'NODE_ENV'>): number {
  if (NODE_ENV === 'development') return 1
  return WEB_CONCURRENCY || (NODE_ENV === 'production' ? availableParallelism() : 1)
}

/**
 * Database connections of each process. With the one extra process of a rolling restart, all together stay
 * within PostgreSQL's default limit; at least six, so that one slow query does not block others.
 */
export function connectionsOf(count: number): number {
  return Math.max(6, Math.min(16, Math.floor(48 / (count + 1))))
}
