import type { Logger } from '../core/log/log.ts'
import type { Redis } from '../core/redis/redis.ts'
import { createPhotoStorage } from '../core/storage.ts'
import { migrate } from '../db/migrate.ts'
import { openPool, type Pool } from '../db/pool.ts'
import { waitForDatabase } from '../db/wait-for-database.ts'
import type { Env } from '../env.ts'
import { makeDataDir } from '../lib/make-folder.ts'
import type { Shutdown } from './shutdown.ts'
import { waitForDiskSpace } from './wait-for-disk-space.ts'

interface Start {
  env: Env
  closing: Shutdown
  report(line: string): void
}

/**
 * Resolves with the address of a PostgreSQL that accepts connections: that of DATABASE_URL, or one started
 * here.
 */
export async function openDatabase({ env, closing, report }: Start): Promise<string> {
  if (env.DATABASE_URL) {
    // Uploads, and without SECRET_KEY the key, are written there all the same.
    makeDataDir(env.DATA_DIR)
    await waitForDatabase(env.DATABASE_URL)
    return env.DATABASE_URL
  }
  const { startEmbeddedPostgres } = await import('../db/embedded.ts')
  // Hot reload starts the next server while the last one is still closing.
  const waitForLockMs = env.NODE_ENV === 'development' ? 15_000 : 0
  const server = await waitForDiskSpace({ closing, report }, () =>
    startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: { info: report, warn: report }, waitForLockMs }),
  )
  closing.add(server.stop)
  closing.check()
  return server.connectionString
}

/** Opens the database at `url` and migrates it to this version. `max`: concurrent connections. */
export async function openMigrated(
  url: string,
  { closing, report }: Pick<Start, 'closing' | 'report'>,
  max?: number,
): Promise<Pool> {
  await waitForDiskSpace({ closing, report }, () => migrateAt(url, report))
  return openPrepared(url, { closing }, max)
}

/** Opens a database that already has the tables of this version. */
export function openPrepared(url: string, { closing }: Pick<Start, 'closing'>, max?: number): Pool {
  const database = openPool(url, { max })
  closing.add(database.close)
  return database
}

async function migrateAt(url: string, report: Start['report']): Promise<void> {
  const migrationPool = openPool(url, { max: 1, withoutTimeouts: true })
  try {
    await migrate(migrationPool.db, { report })
  } finally {
    await migrationPool.close()
  }
}

/** In production, locks accounts of a demo that was created elsewhere, such as on a laptop, with the published password. */
export async function lockPublishedAccounts({ env, report }: Start, { db }: Pool): Promise<void> {
  if (env.NODE_ENV !== 'production') return
  const { lockDemoAccounts } = await import('../demo/lock-accounts.ts')
  const locked = await lockDemoAccounts(db)
  if (locked > 0) report(`Locked accounts of the demo, whose password is published: ${locked}`)
}

/**
 * Creates the demo data if `DEMO` is set, in an empty embedded database; returns the lines to print once the server listens.
 */
export async function fillWithDemo({ env, closing }: Start, { db }: Pool): Promise<string[]> {
  if (!env.DEMO || env.DATABASE_URL) return []
  // Loads the code for pictures only if needed.
  const { isEmpty } = await import('../demo/demo.db.ts')
  if (!(await isEmpty(db))) return []
  const { fillOnFirstStart } = await import('../demo/first-start.ts')
  return fillOnFirstStart({
    db,
    storage: createPhotoStorage(env),
    isPublic: env.NODE_ENV === 'production',
    out: process.stdout,
    check: () => closing.check(),
  })
}

/**
 * Loads what searches need into the embedded PostgreSQL's memory. It begins when the server listens: earlier it would delay that, and later
 * the first requests would wait for a cold disk. An external database is left alone.
 */
export async function warmUp({ DATABASE_URL }: Env, url: string): Promise<void> {
  if (DATABASE_URL) return
  const { prewarm } = await import('../db/embedded/prewarm.ts')
  // If it was stopped meanwhile, the data is read on demand.
  await prewarm(url).catch(() => undefined)
}

/** Connects to the Redis of the settings; null if none is configured. */
export async function prepareRedis(
  env: Env,
  { closing, logger }: Pick<Start, 'closing'> & { logger: Logger | undefined },
): Promise<Redis | null> {
  if (env.REDIS_URL.length === 0) return null
  // A third of all modules.
  const { openRedis } = await import('../core/redis/redis.ts')
  const redis = await openRedis(env, logger)
  closing.add(async () => redis?.close())
  return redis
}

/** Starts tracing if it is configured. */
export async function prepareTracing(env: Env, closing: Shutdown): Promise<void> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const { startTracing } = await import('../core/observe/tracing.ts')
  closing.add(startTracing(env).stop)
}
