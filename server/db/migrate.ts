import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { z } from 'zod'
import { root } from '#server/lib/root.ts'
import { StartupError } from '#server/lib/startup-error.ts'
import type { Database } from './pool.ts'
import { typedSql } from './typed-sql.ts'

const folder = new URL('server/db/migrations/', root)
/** Read at the start: while a process runs, the files of the next version may be put beside its own. */
const ownNames = namesIn(folder)

interface Options {
  /** The folder of the migrations; by default those of this version. */
  from?: URL
  /** Only these of the files. */
  names?: string[]
  /** Gets a line if the database is of another version. */
  report?(line: string): void
}

/**
 * Migrates the schema: runs each file of `from` once, in order, all in one transaction under a lock, so that
 * several servers may start at once and a failure leaves nothing half-done. A database migrated by a later
 * version is left unchanged: during an upgrade, servers of the previous version keep running and may restart.
 * `db` must be of a pool without time limits: a large table takes time, and so does waiting for another
 * server's migration. Returns the names of the migrations that ran. Throws StartupError naming the migration that failed.
 */
export async function migrate(
  db: Kysely<Database>,
  { from = folder, names, report = () => {} }: Options = {},
): Promise<string[]> {
  const own = names ?? migrationNames(from)
  const executed = await executedMigrations(db)
  const missing = own.filter((name) => !executed.includes(name))
  const unknown = executed.filter((name) => !own.includes(name))
  // Checked first, in two statements: the migrator takes its lock and inspects all tables even if there is
  // nothing to do.
  if (missing.length === 0) {
    if (unknown.length > 0) report(ofLaterVersion(unknown))
    return []
  }
  if (unknown.length > 0) throw foreign(unknown, missing)
  if (executed.length > 0) report(ofEarlierVersion(missing))
  const { error, results = [] } = await migratorOf(db, from, own).migrateToLatest()
  if (isForbidden(error))
    throw new StartupError(
      `The role of DATABASE_URL lacks a right that Oja needs: ${error.message}.`,
      'Make it the owner of the database (docs/operations.md, "Hardening").',
    )
  const failed = results.find(({ status }) => status === 'Error')
  if (failed)
    throw new StartupError(
      `The migration ${failed.migrationName} failed, and the database is as it was: ${(error as Error).message}.`,
      'The version before still runs on it. Correct what the message says, then start again.',
    )
  // A later version may have taken the lock first.
  if (error && !isOfLaterVersion(await executedMigrations(db), own)) throw error
  return results.map((result) => result.migrationName)
}

/** SQLSTATE insufficient_privilege. */
const isForbidden = (error: unknown): error is Error => (error as { code?: string } | null)?.code === '42501'

function isOfLaterVersion(executed: string[], own: string[]): boolean {
  const done = new Set(executed)
  return done.size > own.length && own.every((name) => done.has(name))
}

const ofEarlierVersion = (missing: string[]) =>
  `This database is of an earlier version of Oja. Changing its tables, which can take minutes: ${missing.join(', ')}`

const ofLaterVersion = (unknown: string[]) =>
  `This database is of a later version of Oja (${unknown.join(', ')}). The version just before that one works with it. If this one is older, requests fail: start the later one again.`

const foreign = (unknown: string[], missing: string[]) =>
  new StartupError(
    `This database is of another Oja: it has ${unknown.join(', ')}, which this version does not know, and lacks ${missing.join(', ')}.`,
    'Start the version that made it.',
  )

const Executed = z.strictObject({ name: z.string() })

/** Empty if the database has never been migrated. */
async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  const { isThere } = await db
    .selectNoFrom(sql<boolean>`to_regclass('kysely_migration') is not null`.as('isThere'))
    .executeTakeFirstOrThrow()
  if (!isThere) return []
  const migrations = await typedSql(Executed, sql`select name from kysely_migration`).execute(db)
  return migrations.map(({ name }) => name)
}

/** Whether every migration of this version has run. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const executed = await executedMigrations(db)
  return ownNames.every((name) => executed.includes(name))
}

function migratorOf(db: Kysely<Database>, from: URL, names: string[]): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => readMigrations(from, names) } })
}

/** The migrations in a folder, by default those of this version, in order. */
export function migrationNames(from = folder): string[] {
  return from === folder ? ownNames : namesIn(from)
}

function namesIn(from: URL): string[] {
  const files = readdirSync(from).filter((name) => name.endsWith('.sql'))
  return files.map((name) => name.replace('.sql', '')).sort()
}

async function readMigrations(from: URL, names: string[]): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(`${name}.sql`, from), 'utf8')
    migrations[name] = {
      async up(db) {
        await sql.raw(text).execute(db)
      },
    }
  }
  return migrations
}
