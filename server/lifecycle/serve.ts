import { buildApp } from '../app.ts'
import { watchDisks } from '../core/disk/disk-watch.ts'
import { closeGracefully } from '../core/http/close-gracefully.ts'
import { startJobs } from '../core/jobs/start-jobs.ts'
import { createLogger, logLevel } from '../core/log/log.ts'
import { announceNotified } from '../core/realtime/announce-notified.ts'
import { createRealtime } from '../core/realtime/realtime.ts'
import { openSecretKey } from '../core/session/secret-key.ts'
import { createPhotoStorage } from '../core/storage.ts'
import type { Pool } from '../db/pool.ts'
import type { Env } from '../env.ts'
import { createPushSender } from '../features/push/push-sender.ts'
import { renderPages } from '../ssr.ts'
import { listen } from './listen.ts'
import { prepareRedis } from './prepare.ts'
import { plainReporter } from './reporter.ts'
import { loops, schedules } from './schedules.ts'
import type { Shutdown } from './shutdown.ts'
import { waitForDiskSpace } from './wait-for-disk-space.ts'

interface Serving {
  env: Env
  /** Migrated to this version. */
  database: Pool
  closing: Shutdown
  report(line: string): void
  /** Milliseconds at the end for clients with keep-alive connections (closeGracefully). */
  keepAliveGraceMs?(): number | undefined
}

/** Milliseconds from listening to the server's jobs, which would compete with the first requests for the processors. */
const jobsDelayMs = 1500

/**
 * Serves pages, API and sockets, and with JOBS_IN_WEB runs the jobs. Resolves with the port when it listens.
 */
export async function serve({ env, database, closing, report, keepAliveGraceMs }: Serving): Promise<number> {
  // Made at the first start, and not by the first request that needs it, for which a folder or file that cannot be used would be a 500.
  await waitForDiskSpace({ closing, report }, () => openSecretKey(env))
  const logger = createLogger({ level: logLevel(env) })
  const storage = createPhotoStorage(env)
  const isPublic = env.NODE_ENV === 'production'
  const warn = isPublic ? (line: string) => logger.warn(line) : plainReporter.warn
  const disk = await watchDisks(env, { warn })
  closing.add(async () => disk.stop())
  const redis = await prepareRedis(env, { closing, logger })
  const realtime = createRealtime(redis)
  const jobs = await waitForDiskSpace({ closing, report }, () =>
    startJobs({
      announce: () => announceNotified(realtime),
      database,
      deliverPush: createPushSender({ db: database.db, env }),
      disk,
      env,
      log: report,
      logger: isPublic ? logger : undefined,
      loops: loops({ db: database.db, logger: isPublic ? logger : undefined }),
      schedules: schedules({ db: database.db, env, storage }),
      workers: env.JOBS_IN_WEB,
    }),
  )
  closing.add(jobs.stop)
  const services = { db: database.db, disk, env, jobs, realtime, redis, storage }
  const app = await buildApp(services, { logger, renderPages })
  // Hot reload's own connections never end by themselves.
  const drainTimeout = env.NODE_ENV === 'development' ? 300 : 5000
  closing.add(() => {
    services.realtime.end()
    // Jobs end while requests do, which still enqueue; the step that comes last waits for them.
    jobs.stop().catch(() => undefined)
    return closeGracefully(app, drainTimeout, keepAliveGraceMs?.())
  })
  closing.check()
  const port = await listen(app, env)
  // Later: it runs dozens of statements that no request depends on.
  const timer = setTimeout(() => void jobs.begin(), jobsDelayMs)
  closing.add(async () => clearTimeout(timer))
  return port
}
