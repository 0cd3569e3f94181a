import { startJobs } from './core/jobs/jobs.ts'
import { createLogger, logLevel } from './core/log/log.ts'
import { buildHealthServer } from './core/observe/health-server.ts'
import { createPhotoStorage } from './core/storage.ts'
import { openReplicas } from './db/replicas.ts'
import { readEnv } from './env.ts'
import { Interrupted, listenForEnd } from './graceful-close.ts'
import { listen, requirePort } from './listen.ts'
import { openDatabase, openMigrated, prepareTracing } from './prepare.ts'
import { schedules } from './schedules.ts'
import { StartupError } from './startup-error.ts'
import { unencrypted } from './unencrypted.ts'
import { plainVoice, voiceOf } from './voice.ts'

// `npm run worker`: mail, text messages and what comes round by the clock, for web processes that have JOBS_IN_WEB=0.
let voice = plainVoice
const say = (line: string) => voice.say(line)
const closing = listenForEnd(10_000, say)

/** Connections: each queue works on few jobs at once. */
const connections = 6

async function start(): Promise<void> {
  const env = readEnv()
  voice = voiceOf(env)
  if (!env.DATABASE_URL)
    throw new StartupError(
      'Jobs apart from the pages need DATABASE_URL: the PostgreSQL that Oja brings along belongs to one process.',
      'Set it to the database of the web processes; without one, npm start does the jobs too.',
    )
  for (const line of unencrypted(env)) voice.warn(line)
  await prepareTracing(env, closing)
  await requirePort(env, 'npm run worker')
  const database = await openMigrated(
    await openDatabase({ env, closing, say }),
    { closing, say },
    connections,
  )
  closing.check()
  const storage = createPhotoStorage(env)
  const jobs = await startJobs({
    database,
    env,
    log: say,
    logger: env.NODE_ENV === 'production' ? createLogger({ level: logLevel(env) }) : undefined,
    schedules: schedules({ db: database.db, env, storage }),
  })
  closing.add(jobs.stop)
  const app = buildHealthServer({
    db: database.db,
    env,
    jobs,
    storage,
    redis: null,
    replicas: openReplicas(database.db, []),
  })
  closing.add(() => app.close())
  const port = await listen(app, env, 'npm run worker')
  say(`The jobs are done here. Health and metrics: http://localhost:${port}/metrics`)
  closing.started()
}

try {
  await start()
} catch (error) {
  voice.complain(error)
  await closing.end(error instanceof Interrupted ? 0 : 1)
}
