import { buildApp } from './app.ts'
import { startJobs } from './core/jobs.ts'
import { createPhotoStorage } from './core/storage.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openPool } from './db/pool.ts'
import { type Env, readEnv } from './env.ts'
import { renderPages } from './ssr.ts'
import { StartupError } from './startup-error.ts'

/** Seconds that a graceful close may take before the process ends anyway. */
const closingTime = 10

async function start(): Promise<void> {
  const env = readEnv()
  const say = (line: string) => console.log(line)
  const server = env.DATABASE_URL ? null : await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: console })
  const database = openPool(env.DATABASE_URL ?? server?.connectionString ?? '')
  await migrate(database.db)
  const storage = createPhotoStorage(env)
  const jobs = await startJobs({ database, env })
  const context = { db: database.db, env, jobs, storage }
  const app = await buildApp(context, { logger: { level: env.LOG_LEVEL }, renderPages })
  await listen(app, env)
  say(`Oja is at ${env.PUBLIC_URL ?? `http://localhost:${env.PORT}`}`)

  async function close(): Promise<void> {
    setTimeout(() => process.exit(1), closingTime * 1000).unref()
    await app.close()
    await jobs.stop()
    await database.close()
    await server?.stop()
    process.exit(0)
  }
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, env: Env): Promise<void> {
  try {
    await app.listen({ port: env.PORT, host: env.HOST })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartupError(`Port ${env.PORT} is in use.`, 'Stop what uses it, or choose another: PORT=3001 npm start.')
  }
}

try {
  await start()
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}
