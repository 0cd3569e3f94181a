import { existsSync, rmSync } from 'node:fs'
import { access, open, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Summary } from '../backup/archive-format.ts'
import { backUp } from '../backup/backup.ts'
import { checkBackup, restore } from '../backup/restore.ts'
import { recordLastResult } from '../core/jobs/last-results.db.ts'
import { keyFile } from '../core/session/secret-key.ts'
import { createPhotoStorage } from '../core/storage.ts'
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { openPool } from '../db/pool.ts'
import { waitForDatabase } from '../db/wait-for-database.ts'
import { type Env, readEnv } from '../env.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { StartupError } from '../lib/startup-error.ts'

const usage = {
  backup:
    'Usage: npm run backup -- [file or folder] [--without-media] [--settings <file>]. Use - for the standard output; without a file or folder it writes to backups/.',
  restore:
    'Usage: npm run restore -- <file> [--check] [--settings <file>]. Use - for the standard input; --check only reads the backup.',
}

/**
 * `npm run backup`: writes a backup of the configured marketplace, whether the server runs or not. Returns
 * the line to print and whether the backup is complete. Throws StartupError.
 */
export async function runBackupCommand(args: string[]): Promise<{ line: string; isWhole: boolean }> {
  const withoutMedia = args.includes('--without-media')
  const [given = 'backups/', ...more] = args.filter((arg) => arg !== '--without-media')
  if (more.length > 0 || given.startsWith('--'))
    throw new StartupError('This is not a backup command.', usage.backup)
  const env = readEnv()
  const storage = createPhotoStorage(env)
  const file = env.SECRET_KEY === undefined ? keyFile(env) : undefined
  const lacksKey = file !== undefined && !existsSync(file)
  const back = (out: NodeJS.WritableStream, where: string, settle = async () => {}) =>
    withDatabase(env, borrowEmbeddedPostgres, async (connectionString) => {
      const summary = await backUp({ connectionString, storage, keyFile: file, withoutMedia }, out)
      await settle()
      const lacks = lacking(summary, lacksKey ? file : undefined)
      return { summary, where, lacks, note: await recordBackup(connectionString, lacks) }
    })
  if (given === '-')
    return summaryText(await back(process.stdout, 'to the standard output').catch(explainClosedPipe))
  const target = await targetFile(given)
  const unfinished = `${target}.part`
  // Before the database is opened: a folder without write permission fails at once.
  const handle = await open(unfinished, 'w', 0o600)
  // Also after a signal; a complete backup has been renamed.
  process.once('exit', () => rmSync(unfinished, { force: true }))
  try {
    // Flushed before it is renamed, so a file under the final name is complete.
    const out = handle.createWriteStream({ flush: true })
    const done = await back(out, `to ${target}`, async () => {
      await finished(out)
      await rename(unfinished, target)
    })
    return summaryText(done)
  } finally {
    await handle.close()
  }
}

function explainClosedPipe(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  throw new StartupError(
    'The program that reads the backup ended before it was complete.',
    'Its own message says why.',
  )
}

/** `npm run restore`: see restore.ts. Returns the line to print. Throws StartupError. */
export async function runRestoreCommand(args: string[]): Promise<string> {
  const onlyCheck = args.includes('--check')
  const [given, ...more] = args.filter((arg) => arg !== '--check')
  if (!given || more.length > 0 || given.startsWith('--'))
    throw new StartupError('This is not a restore command.', usage.restore)
  const from = given === '-' ? process.stdin : await openBackup(given)
  if (onlyCheck) {
    const { header, summary } = await checkBackup(from)
    return `The backup of ${header.createdAt} is whole: ${contents(summary)}.`
  }
  const env = readEnv()
  return withDatabase(env, startEmbeddedPostgres, async (connectionString) => {
    const { header, summary, note } = await restore({ env, connectionString }, from)
    const dataDirArgument = env.DATABASE_URL ? '' : ` in ${env.DATA_DIR}`
    return `Restored the backup of ${header.createdAt}${dataDirArgument}: ${contents(summary)}. ${note || 'Start Oja as usual.'}`
  })
}

/** Runs work on the PostgreSQL of DATABASE_URL, or on that of the data folder. */
async function withDatabase<T>(
  env: Env,
  take: typeof startEmbeddedPostgres,
  run: (connectionString: string) => Promise<T>,
): Promise<T> {
  if (env.DATABASE_URL) {
    await waitForDatabase(env.DATABASE_URL)
    return run(env.DATABASE_URL)
  }
  const server = await take({ dataDir: env.DATA_DIR, log: { info() {}, warn() {} } })
  try {
    return await run(server.connectionString)
  } finally {
    await server.stop()
  }
}

/** The file to write: the given one, or a new one in the given folder. */
async function targetFile(given: string): Promise<string> {
  const path = resolve(given)
  const found = await stat(path).catch(() => null)
  const isFolder = found ? found.isDirectory() : /[/\\]$/.test(given)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = isFolder ? join(path, `oja-${time}.tar`) : path
  makeFolder(dirname(file))
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (exists)
    throw new StartupError(
      `There is a file ${file} already.`,
      'Name another: a backup is never written over.',
    )
  return file
}

/**
 * Records for /metrics whether the backup is complete. Returns a sentence if that fails, which does not affect the backup.
 */
async function recordBackup(connectionString: string, lacks: string): Promise<string> {
  const pool = openPool(connectionString, { max: 1 })
  try {
    await recordLastResult(pool.db, 'backup', lacks || null)
    return ''
  } catch (error) {
    return `\nThe backup could not be recorded in the database (${(error as Error).message}), so the alert about old backups may still fire.`
  } finally {
    await pool.close()
  }
}

async function openBackup(given: string): Promise<NodeJS.ReadableStream> {
  const file = await open(given)
  return file.createReadStream()
}

function contents({ rows, unsent, files }: Summary): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const { users = 0, listings = 0 } = rows
  return `${users} accounts, ${listings} listings, ${all} rows in all, ${files} files of pictures, ${unsent} unsent messages`
}

/** What makes a backup incomplete, one line each; empty if it is complete. `noKey`: where the key should be. */
function lacking({ missing }: Summary, noKey: string | undefined): string {
  const lines = []
  if (missing.length > 0)
    lines.push(
      `\nThe files of ${missing.length} pictures in use are missing: ${missing.slice(0, 5).join(', ')}.`,
    )
  if (noKey)
    lines.push(
      `\nThere is no key in ${noKey}, and SECRET_KEY is not set: name the settings of Oja (--settings <file>, or DATA_DIR). Without its key, second factors and the IMEIs of phones are lost.`,
    )
  return lines.join('')
}

interface Done {
  summary: Summary
  where: string
  lacks: string
  note: string
}

function summaryText({ summary, where, lacks, note }: Done) {
  return { line: `Backed up ${where}: ${contents(summary)}.${lacks}${note}`, isWhole: lacks === '' }
}
