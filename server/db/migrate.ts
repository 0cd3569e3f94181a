import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './pool.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings the schema up to date: each file of `migrations/` once, in order, all in one transaction under a lock, so that
 * several servers may start at once and a failure leaves nothing half-done. Returns the names of those that ran.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** Whether every migration of this version has run. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const migrations = await new Migrator({ db, provider: { getMigrations } }).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    migrations[name.replace('.sql', '')] = {
      async up(db) {
        await sql.raw(text).execute(db)
      },
    }
  }
  return migrations
}
