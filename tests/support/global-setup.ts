import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startJobs } from '#server/core/jobs/start-jobs.ts'
import { settings } from '#server/db/embedded/postgres-settings.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { readEnv } from '#server/env.ts'
import { databaseUrl, onServer, templateName } from './database.ts'
import { givenRemote } from './remote-app.ts'

/**
 * The cluster is deleted after the run: it need not survive a crash, and no table lives long enough for a
 * vacuum.
 */
const throwaway = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']

/** A file system in memory, on Linux. */
const memory = '/dev/shm'
/** Bytes that it must have free. The cluster takes up to 0.2 GB. */
const enough = 2 ** 30

/**
 * A folder for the cluster. In memory a test file's database is created and dropped in 0.2 s; ext4, which searches for inodes that
 * were not deleted lately, takes 1.1 s for its 800 files.
 */
async function throwawayFolder(): Promise<string> {
  const inTemporaryFolder = () => mkdtemp(join(tmpdir(), 'oja-tests-'))
  const space = await statfs(memory).catch(() => null)
  if (!space || space.bavail * space.bsize < enough) return inTemporaryFolder()
  return mkdtemp(join(memory, 'oja-tests-')).catch(inTemporaryFolder)
}

/**
 * One PostgreSQL server for the whole run, with a migrated template, job queue included, that each test file
 * clones.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (givenRemote()) return async () => {}
  // Several servers at once: two of the browser's workers, one of a test and their own pools take up to 78; without a free one a page is a 503.
  settings.max_connections = '200'
  const dataDir = await throwawayFolder()
  const server = await startEmbeddedPostgres({ dataDir, log: console })
  const serverUrl = server.connectionString
  process.env.TEST_DATABASE_SERVER = serverUrl
  for (const setting of throwaway) await onServer(serverUrl, `alter system set ${setting} = off`)
  await onServer(serverUrl, 'select pg_reload_conf()')
  await onServer(serverUrl, `create database ${templateName}`)
  await fillTemplate(databaseUrl(serverUrl, templateName))
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fillTemplate(url: string): Promise<void> {
  const database = openPool(url, { max: 2 })
  await migrate(database.db)
  const env = readEnv({ NODE_ENV: 'test', DATABASE_URL: url })
  const jobs = await startJobs({ database, env, workers: false })
  await jobs.stop()
  await database.close()
}
