import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { clearOrphans } from '#server/db/embedded/orphans.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'

const hasty = ['fsync', 'full_page_writes', 'autovacuum'] as const

/** Starts Oja's embedded PostgreSQL, with the settings that Oja runs it with, on `dataDir`. */
export function startCluster(dataDir: string, log: (line: string) => void): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: { info: log, warn: log } })
}

/** Removes a cluster, ending what a killed run left working on it. Throws where a living one uses it. */
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
 * Does `load` while PostgreSQL writes without care for crashes, after which it has Oja's own settings again and everything
 * is on disk. Should this not come to its end, the cluster is good for nothing.
 */
export async function withHaste(connectionString: string, load: () => Promise<void>): Promise<void> {
  await run(connectionString, [
    ...hasty.map((name) => `alter system set ${name} = off`),
    'select pg_reload_conf()',
  ])
  await load()
  await run(connectionString, ['alter system reset all', 'select pg_reload_conf()', 'checkpoint'])
  // What was written before lies with the operating system; Windows has no such program.
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
