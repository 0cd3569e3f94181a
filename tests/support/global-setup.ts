import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { databaseUrl, onServer, templateName } from './database.ts'
import { givenRemote } from './remote-app.ts'

/** One PostgreSQL server for the whole run, with a migrated template that each test file clones. */
export default async function setup(): Promise<() => Promise<void>> {
  if (givenRemote()) return async () => {}
  const given = process.env.TEST_DATABASE_SERVER
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-tests-'))
  const server = given ? null : await startEmbeddedPostgres({ dataDir, log: console })
  const serverUrl = given ?? server?.connectionString ?? ''
  process.env.TEST_DATABASE_SERVER = serverUrl
  await onServer(serverUrl, `drop database if exists ${templateName} with (force)`)
  await onServer(serverUrl, `create database ${templateName}`)
  const pool = openPool(databaseUrl(serverUrl, templateName), { max: 1 })
  await migrate(pool.db)
  await pool.close()
  return async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
