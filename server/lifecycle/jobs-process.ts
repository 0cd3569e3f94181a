import { watchDisks } from '../core/disk/disk-watch.ts'
import { buildHealthServer } from '../core/health/health.routes.ts'
import { startJobs } from '../core/jobs/start-jobs.ts'
import { createLogger, logLevel } from '../core/log/log.ts'
import { announceNotified } from '../core/realtime/announce-notified.ts'
import { createRealtime } from '../core/realtime/realtime.ts'
import { openSecretKey, requireKey } from '../core/session/secret-key.ts'
import { createPhotoStorage } from '../core/storage.ts'
import { openReplicas } from '../db/replicas.ts'
import { readEnv } from '../env.ts'
import { createPushSender } from '../features/push/push-sender.ts'
import { StartupError } from '../lib/startup-error.ts'
import { listen, requirePort } from './listen.ts'
import { openDatabase, openMigrated, prepareRedis, prepareTracing } from './prepare.ts'
import { createReporter, plainReporter } from './reporter.ts'
import { loops, schedules } from './schedules.ts'
import { Interrupted, listenForSignals, refuseReload } from './shutdown.ts'
import { findUnencrypted } from './unencrypted-settings.ts'

// `npm run worker`: mails, text messages, pushes, schedules and loops, for web processes with JOBS_IN_WEB=0.
let reporter = plainReporter
const report = (line: string) => reporter.info(line)
const closing = listenForSignals(10_000, report)
refuseReload(report)

/** Connections: each queue runs few jobs at once. */
const connections = 6

async function start(): Promise<void> {
  const env = readEnv()
  reporter = createReporter(env)
  if (!env.DATABASE_URL)
    throw new StartupError(
      'Jobs apart from the pages need DATABASE_URL: the PostgreSQL that Oja brings along belongs to one process.',
      'Set it to the database of the web processes; without one, npm start does the jobs too.',
    )
  for (const line of findUnencrypted(env)) reporter.warn(line)
  requireKey(env, { mayMake: false })
  await openSecretKey(env)
  await prepareTracing(env, closing)
  await requirePort(env, 'npm run worker')
  const database = await openMigrated(
    await openDatabase({ env, closing, report }),
    { closing, report },
    connections,
  )
  closing.check()
  const storage = createPhotoStorage(env)
  const disk = await watchDisks(env, { warn: reporter.warn })
  closing.add(async () => disk.stop())
  const logger = env.NODE_ENV === 'production' ? createLogger({ level: logLevel(env) }) : undefined
  const redis = await prepareRedis(env, { closing, logger })
  // Without Redis its events reach no web process: open tabs ask every 30 seconds.
  const realtime = createRealtime(redis)
  const jobs = await startJobs({
    announce: () => announceNotified(realtime),
    database,
    deliverPush: createPushSender({ db: database.db, env }),
    disk,
    env,
    log: report,
    logger,
    loops: loops({ db: database.db, logger }),
    schedules: schedules({ db: database.db, env, storage }),
  })
  closing.add(jobs.stop)
  void jobs.begin()
  const app = buildHealthServer({
    db: database.db,
    disk,
    env,
    jobs,
    storage,
    redis,
    replicas: openReplicas(database.db, []),
  })
  closing.add(() => app.close())
  const port = await listen(app, env, 'npm run worker')
  report(`The jobs are done here. Health and metrics: http://localhost:${port}/metrics`)
  closing.started()
}

try {
  await start()
} catch (error) {
  reporter.fatal(error)
  await closing.end(error instanceof Interrupted ? 0 : 1)
}
