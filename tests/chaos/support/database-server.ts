import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { databaseUrl, onServer } from '#tests/support/database.ts'

/** A PostgreSQL for several servers at once, as `DATABASE_URL`. */
export interface DatabaseServer {
  /** Creates an empty database and returns its address. */
  create(name: string): Promise<string>
  dataDir: string
  stop(): Promise<void>
}

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chaos-'))
  const server = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
  return {
    dataDir,
    async create(name) {
      await onServer(server.connectionString, `create database ${name}`)
      return databaseUrl(server.connectionString, name)
    },
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
