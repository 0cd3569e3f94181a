import type { FastifyInstance } from 'fastify'
import type { DiskWatch } from './core/disk/disk-watch.ts'
import type { Jobs } from './core/jobs/jobs.ts'
import type { RateLimiter } from './core/limits/rate-limit.ts'
import type { Realtime } from './core/realtime/realtime.ts'
import type { Redis } from './core/redis/redis.ts'
import type { PhotoStorage } from './core/storage.ts'
import type { Db } from './db/pool.ts'
import type { Replicas } from './db/replicas.ts'
import type { Env } from './env.ts'

/** The services that the features use. */
export interface Context extends Services {
  /** For reads that may be slightly stale: endpoints whose `consistency` allows a replica. */
  replicas: Replicas
  rateLimiter: RateLimiter
}

/** The services that the app is built on. */
export interface Services {
  db: Db
  disk: DiskWatch
  env: Env
  jobs: Jobs
  realtime: Realtime
  /** Shared by all processes; null if none is configured. */
  redis: Redis | null
  storage: PhotoStorage
}

export type App = FastifyInstance
