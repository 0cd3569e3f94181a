import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '#server/startup-error.ts'
import type { Database } from './pool.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings the schema up to date: each file of `from` once, in order, all in one transaction under a lock, so that several
 * servers may start at once and a failure leaves nothing half-done. A database that a later version has migrated already is
 * left as it is: while versions change, servers of the last one go on, and start again. `db` is of a patient pool: a large
 * table takes its time, and so does another server's migration. Returns the names of those that ran. Throws StartupError
 * naming the migration that failed.
 */
export async function migrate(db: Kysely<Database>, from = folder): Promise<string[]> {
  const own = Object.keys(await readMigrations(from))
  if (await isOfLaterVersion(db, own)) return []
  const { error, results = [] } = await migratorOf(db, from).migrateToLatest()
  const failed = results.find(({ status }) => status === 'Error')
  if (failed)
    throw new StartupError(
      `The migration ${failed.migrationName} failed, and the database is as it was: ${(error as Error).message}.`,
      'The version before still runs on it. Correct what the message says, then start again.',
    )
  // A later version may have been faster to the lock.
  if (error && !(await isOfLaterVersion(db, own))) throw error
  return results.map((result) => result.migrationName)
}

async function isOfLaterVersion(db: Kysely<Database>, own: string[]): Promise<boolean> {
  const done = new Set(await executedMigrations(db))
  return done.size > own.length && own.every((name) => done.has(name))
}

/** None where no version has been here. */
async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (!tables[0]?.isThere) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether every migration of this version has run. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const migrations = await migratorOf(db, folder).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}

function migratorOf(db: Kysely<Database>, from: URL): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => readMigrations(from) } })
}

async function readMigrations(from: URL): Promise<Record<string, Migration>> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, from), 'utf8')
    migrations[name.replace('.sql', '')] = {
      async up(db) {
        await sql.raw(text).execute(db)
      },
    }
  }
  return migrations
}
