import type { FastifyInstance } from 'fastify'
import type { Jobs } from './core/jobs/jobs.ts'
import type { Realtime } from './core/realtime.ts'
import type { PhotoStorage } from './core/storage.ts'
import type { Db } from './db/pool.ts'
import type { Env } from './env.ts'

/** What the features are built on; made once by main.ts or by a test, and passed down. */
export interface Context {
  db: Db
  env: Env
  jobs: Jobs
  realtime: Realtime
  storage: PhotoStorage
}

export type App = FastifyInstance
