import { createPhotoStorage } from './core/storage.ts'
import { migrate } from './db/migrate.ts'
import { openPool, type Pool } from './db/pool.ts'
import { waitForDatabase } from './db/reach.ts'
import type { Env } from './env.ts'
import type { Closing } from './graceful-close.ts'
import { waitForRoom } from './wait-for-room.ts'

interface Start {
  env: Env
  closing: Closing
  say(line: string): void
}

/** Resolves with the address of a PostgreSQL that takes connections: that of DATABASE_URL, or one that is started here. */
export async function openDatabase({ env, closing, say }: Start): Promise<string> {
  if (env.DATABASE_URL) {
    await waitForDatabase(env.DATABASE_URL)
    return env.DATABASE_URL
  }
  const { startEmbeddedPostgres } = await import('./db/embedded.ts')
  // Hot reload starts the next server while the last one is still closing.
  const waitForLockMs = env.NODE_ENV === 'development' ? 15_000 : 0
  const server = await waitForRoom({ closing, say }, () =>
    startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: { info: say, warn: say }, waitForLockMs }),
  )
  closing.add(server.stop)
  closing.check()
  return server.connectionString
}

/** Connections to the database at `url`, which then has the tables of this version. `max`: of them, at once. */
export async function openMigrated(
  url: string,
  { closing, say }: Pick<Start, 'closing' | 'say'>,
  max?: number,
): Promise<Pool> {
  await waitForRoom({ closing, say }, () => migrateAt(url))
  const database = openPool(url, { max })
  closing.add(database.close)
  return database
}

async function migrateAt(url: string): Promise<void> {
  const patient = openPool(url, { max: 1, patient: true })
  try {
    await migrate(patient.db)
  } finally {
    await patient.close()
  }
}

/** On the first start, and only in the database that Oja starts itself; answers the lines to say when it listens. */
export async function fillWithDemo({ env, closing }: Start, { db }: Pool): Promise<string[]> {
  if (!env.DEMO || env.DATABASE_URL) return []
  const { fillOnFirstStart } = await import('./demo/first-start.ts')
  return fillOnFirstStart({
    db,
    storage: createPhotoStorage(env),
    isPublic: env.NODE_ENV === 'production',
    out: process.stdout,
    check: () => closing.check(),
  })
}

/** Has the embedded PostgreSQL read what searches need, while people are answered already. Another one is not Oja's to fill. */
export async function warmUp({ DATABASE_URL }: Env, url: string): Promise<void> {
  if (DATABASE_URL) return
  const { readIntoMemory } = await import('./db/embedded/read-into-memory.ts')
  // Stopped meanwhile: then it is read when it is asked for.
  await readIntoMemory(url).catch(() => undefined)
}

/** Where traces are asked for: what this process does is told from here on. */
export async function prepareTracing(env: Env, closing: Closing): Promise<void> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const { startTracing } = await import('./core/observe/tracing.ts')
  closing.add(startTracing(env).stop)
}
