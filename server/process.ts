import { answerThenClose } from './core/http/answer-then-close.ts'
import { startJobs } from './core/jobs/jobs.ts'
import { createLogger, logLevel } from './core/log/log.ts'
import { createRealtime } from './core/realtime.ts'
import { createPhotoStorage, type PhotoStorage } from './core/storage.ts'
import { migrate } from './db/migrate.ts'
import { type Db, openPool, type Pool } from './db/pool.ts'
import { waitForDatabase } from './db/reach.ts'
import { type Env, readEnv } from './env.ts'
import { Interrupted, listenForEnd } from './graceful-close.ts'
import { listen, requirePort } from './listen.ts'
import { schedules } from './schedules.ts'
import { StartupError } from './startup-error.ts'
import { unencrypted } from './unencrypted.ts'

// A terminal is read by a person; in production every line is JSON, these whatever LOG_LEVEL says.
let say = (line: string) => console.log(line)
let complain = (error: unknown) => console.error(error instanceof StartupError ? error.message : error)
const closing = listenForEnd(10_000, (line) => say(line))

async function start(): Promise<void> {
  const env = readEnv()
  const logger = createLogger({ level: logLevel(env) })
  if (env.NODE_ENV === 'production') {
    const always = logger.child({}, { level: 'info' })
    say = (line) => always.info(line)
    complain = (err) => always.fatal({ err }, 'Oja could not start')
    for (const line of unencrypted(env)) always.warn(line)
    process.on('uncaughtExceptionMonitor', (err) => always.fatal({ err }, 'Oja ends by an error'))
  }
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { startTracing } = await import('./core/observe/tracing.ts')
    closing.add(startTracing(env).stop)
  }
  await requirePort(env)
  // While the database is asked, the code that answers is read: each waits for the other as little as it can.
  const [database, { buildApp }, { renderPages }] = await Promise.all([
    prepareDatabase(env),
    import('./app.ts'),
    import('./ssr.ts'),
  ])
  closing.check()
  const storage = createPhotoStorage(env)
  const accounts = await fillWithDemo(env, database.db, storage)
  const recurring = schedules({ db: database.db, env, storage })
  const jobs = await startJobs({
    database,
    env,
    log: say,
    logger: env.NODE_ENV === 'production' ? logger : undefined,
    schedules: recurring,
  })
  closing.add(jobs.stop)
  const context = { db: database.db, env, jobs, realtime: createRealtime(), storage }
  const app = await buildApp(context, { logger, renderPages })
  // Hot reload's own connections never end by themselves.
  const patience = env.NODE_ENV === 'development' ? 300 : 5000
  closing.add(() => {
    context.realtime.end()
    return answerThenClose(app, patience)
  })
  closing.check()
  const port = await listen(app, env)
  say(`Oja is at ${env.PUBLIC_URL ?? `http://localhost:${port}`}`)
  for (const line of accounts) say(line)
  closing.started()
}

/** A database that takes connections, and has the tables of this version. */
async function prepareDatabase(env: Env): Promise<Pool> {
  const database = openPool(await openDatabase(env))
  closing.add(database.close)
  await migrate(database.db)
  return database
}

/** Resolves with the address of a PostgreSQL that takes connections. */
async function openDatabase(env: Env): Promise<string> {
  if (env.DATABASE_URL) {
    await waitForDatabase(env.DATABASE_URL)
    return env.DATABASE_URL
  }
  const { startEmbeddedPostgres } = await import('./db/embedded.ts')
  // Hot reload starts the next server while the last one is still closing.
  const waitForLockMs = env.NODE_ENV === 'development' ? 15_000 : 0
  const log = { info: (line: string) => say(line), warn: (line: string) => say(line) }
  const server = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log, waitForLockMs })
  closing.add(server.stop)
  closing.check()
  return server.connectionString
}

/** On the first start, and only in the database that Oja starts itself; answers the lines to say when it listens. */
async function fillWithDemo(env: Env, db: Db, storage: PhotoStorage): Promise<string[]> {
  if (!env.DEMO || env.DATABASE_URL) return []
  const { fillOnFirstStart } = await import('./demo/first-start.ts')
  return fillOnFirstStart({
    db,
    storage,
    isPublic: env.NODE_ENV === 'production',
    out: process.stdout,
    check: () => closing.check(),
  })
}

try {
  await start()
} catch (error) {
  complain(error)
  await closing.end(error instanceof Interrupted ? 0 : 1)
}
