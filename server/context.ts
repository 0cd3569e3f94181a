import type { FastifyInstance } from 'fastify'
import type { Jobs } from './core/jobs/jobs.ts'
import type { RateLimiter } from './core/limits/rate-limit.ts'
import type { Realtime } from './core/realtime/realtime.ts'
import type { Redis } from './core/redis/redis.ts'
import type { PhotoStorage } from './core/storage.ts'
import type { Db } from './db/pool.ts'
import type { Replicas } from './db/replicas.ts'
import type { Env } from './env.ts'

/** What the features are built on, passed down. */
export interface Context extends Services {
  /** What may be a moment old is read there: `implement`'s `reads`. */
  replicas: Replicas
  rateLimiter: RateLimiter
}

/** What the app is built of. */
export interface Services {
  db: Db
  env: Env
  jobs: Jobs
  realtime: Realtime
  /** What all processes share; null where none is named. */
  redis: Redis | null
  storage: PhotoStorage
}

export type App = FastifyInstance
