import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { clearOrphans } from '#server/db/embedded/orphans.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'

/** Settings that are off while rows are loaded. */
const bulkLoadOff = ['fsync', 'full_page_writes', 'autovacuum'] as const

/** Starts the embedded PostgreSQL on `dataDir`, with Oja's settings. */
export function startCluster(dataDir: string, log: (line: string) => void): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: { info: log, warn: log } })
}

/** Deletes a cluster, after ending processes that a killed run left. Throws if it is in use. */
export async function removeCluster(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  const lock = await lockDataDir(dataDir)
  try {
    await clearOrphans(join(dataDir, 'postgres'))
    rmSync(join(dataDir, 'postgres'), { recursive: true, force: true })
  } finally {
    lock.release()
  }
}

/**
 * Runs `load` with PostgreSQL's crash safety off, then restores Oja's own settings and flushes everything to
 * disk. If this does not complete, the cluster is unusable.
 */
export async function withoutDurability(connectionString: string, load: () => Promise<void>): Promise<void> {
  await run(connectionString, [
    ...bulkLoadOff.map((name) => `alter system set ${name} = off`),
    'select pg_reload_conf()',
  ])
  await load()
  await run(connectionString, ['alter system reset all', 'select pg_reload_conf()', 'checkpoint'])
  // Earlier writes are in the operating system's cache; Windows has no `sync` command.
  if (process.platform !== 'win32') await promisify(execFile)('sync')
}

async function run(connectionString: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
