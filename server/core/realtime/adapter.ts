import cluster from 'node:cluster'
import type { ServerOptions } from 'socket.io'
import type { Redis } from '../redis/redis.ts'
import { WorkerAdapter } from './worker-adapter.ts'

/** Whether other processes receive the events that this one emits. */
export function hasOthers(redis: Redis | null): boolean {
  return redis !== null || cluster.isWorker
}

/** How events reach other processes: by a stream in Redis, between the workers of one machine by their primary, or not at all. */
export function adapterOptions(redis: Redis | null): Partial<Pick<ServerOptions, 'adapter'>> {
  if (redis) return { adapter: redis.createAdapter() }
  return cluster.isWorker ? { adapter: WorkerAdapter } : {}
}
