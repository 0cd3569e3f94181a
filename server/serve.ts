import { buildApp } from './app.ts'
import { answerThenClose } from './core/http/answer-then-close.ts'
import { startJobs } from './core/jobs/jobs.ts'
import { createLogger, logLevel } from './core/log/log.ts'
import { createRealtime } from './core/realtime/realtime.ts'
import { createPhotoStorage } from './core/storage.ts'
import type { Pool } from './db/pool.ts'
import type { Env } from './env.ts'
import type { Closing } from './graceful-close.ts'
import { listen } from './listen.ts'
import { schedules } from './schedules.ts'
import { renderPages } from './ssr.ts'
import { waitForRoom } from './wait-for-room.ts'

interface Serving {
  env: Env
  /** With the tables of this version. */
  database: Pool
  closing: Closing
  say(line: string): void
  /** Milliseconds that are left at the end to whoever keeps connections (answerThenClose). */
  politeForMs?(): number | undefined
}

/** Answers people: pages, API and sockets, and with JOBS_IN_WEB the jobs too. Resolves with the port when it listens. */
export async function serve({ env, database, closing, say, politeForMs }: Serving): Promise<number> {
  const logger = createLogger({ level: logLevel(env) })
  const storage = createPhotoStorage(env)
  const jobs = await waitForRoom({ closing, say }, () =>
    startJobs({
      database,
      env,
      log: say,
      logger: env.NODE_ENV === 'production' ? logger : undefined,
      schedules: schedules({ db: database.db, env, storage }),
      workers: env.JOBS_IN_WEB,
    }),
  )
  closing.add(jobs.stop)
  // Its client is a third of all modules: read only where there is a Redis.
  const redis =
    env.REDIS_URL.length > 0 ? await (await import('./core/redis/redis.ts')).openRedis(env, logger) : null
  closing.add(async () => redis?.close())
  const services = { db: database.db, env, jobs, realtime: createRealtime(redis), redis, storage }
  const app = await buildApp(services, { logger, renderPages })
  // Hot reload's own connections never end by themselves.
  const patience = env.NODE_ENV === 'development' ? 300 : 5000
  closing.add(() => {
    services.realtime.end()
    return answerThenClose(app, patience, politeForMs?.())
  })
  closing.check()
  return listen(app, env)
}
