import { rmSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { startJobs } from '#server/core/jobs/start-jobs.ts'
import { keyFile } from '#server/core/session/secret-key.ts'
import { createPhotoStorage, type PhotoStorage } from '#server/core/storage.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { type Db, openPool } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import { contentTypes } from '#server/features/uploads/uploads.service.ts'
import { fileFailure, StartupError } from '../lib/startup-error.ts'
import { type ArchiveFile, damaged, readArchive } from './archive.ts'
import { Header, mediaPath, names, partPath, Summary } from './archive-format.ts'
import {
  analyzeTables,
  beginRestore,
  endRestore,
  isInUse,
  migrationsIn,
  restoreRows,
  restoreUnsent,
} from './restore.db.ts'
import { connect } from './tables.db.ts'

/** Reads a backup to its end and returns its header; throws StartupError if it is incomplete. */
export async function checkBackup(
  from: NodeJS.ReadableStream,
): Promise<{ header: Header; summary: Summary }> {
  const files = readArchive(from)
  const header = await readHeader(files)
  let found = 0
  const summary = await readRest(files, async ({ name }) => {
    if (mediaPath.test(name)) found += 1
  })
  if (found !== summary.files) throw damaged(`it has ${found} of ${summary.files} files of pictures`)
  return { header, summary }
}

/**
 * Restores a backup into an empty database and an empty folder or bucket, then migrates the tables to this
 * version. All rows become visible at once, after the last file was read and every checksum was correct.
 * `note`: what to do before Oja is started, empty if nothing. Throws StartupError.
 */
export async function restore(
  { env, connectionString }: { env: Env; connectionString: string },
  from: NodeJS.ReadableStream,
): Promise<{ header: Header; summary: Summary; note: string }> {
  const files = readArchive(from)
  const header = await readHeader(files)
  const client = await connect(connectionString)
  const pool = openPool(connectionString, { max: 4, withoutTimeouts: true })
  try {
    await requireEmptyTarget({ env, client }, header, files)
    const known = await migrateAs(header.migrations, pool.db).catch((error) =>
      failUnlessDamaged(files, error),
    )
    const jobs = await startJobs({ database: pool, env, workers: false })
    const { summary, secretKey } = await restoreFiles({ env, client, jobs }, header, files).finally(jobs.stop)
    // What fails from here on leaves the rows, and so their pictures.
    if (known.isOlder) await migrate(pool.db)
    await analyzeTables(client)
    return { header, summary, note: keyNote(env, secretKey) }
  } finally {
    await client.end().catch(() => {})
    await pool.close()
  }
}

type Files = AsyncGenerator<ArchiveFile>

/** What files are restored with: the rows in one transaction of `client`. */
interface Target {
  env: Env
  client: Awaited<ReturnType<typeof connect>>
  jobs: Jobs
}

async function requireEmptyTarget(
  { env, client }: Pick<Target, 'env' | 'client'>,
  header: Header,
  files: Files,
): Promise<void> {
  if (await isInUse(client))
    throw new StartupError(
      'There is a marketplace in this database already.',
      'A backup goes into an empty one: name another with DATA_DIR or DATABASE_URL, or move this one away.',
    )
  const later = (await migrationsIn(client)).filter((name) => !header.migrations.includes(name))
  if (later.length > 0)
    await failUnlessDamaged(
      files,
      new StartupError(
        `This database has the tables of a later Oja than the backup (${later.join(', ')}): one was started here.`,
        'The rows of the backup must pass through those migrations too: name an empty database.',
      ),
    )
  const folder = pictureFolder(env, header)
  if (folder) await requireEmpty(folder)
}

/** The folder that the pictures of a backup go into; null for a bucket, and for a backup without pictures. */
const pictureFolder = ({ DATA_DIR, S3_BUCKET }: Env, { media }: Header) =>
  media && !S3_BUCKET ? join(DATA_DIR, 'media', 'photos') : null

/** What was restored so far. */
interface Restored {
  /** Rows, by table. */
  rows: Record<string, number>
  secretKey: Buffer | undefined
}

/** Restores rows, pictures and key; a failure leaves neither rows nor pictures in a folder. */
async function restoreFiles(
  target: Target,
  header: Header,
  files: Files,
): Promise<Pick<Restored, 'secretKey'> & { summary: Summary }> {
  const { env, client } = target
  const folder = pictureFolder(env, header)
  const deletePictures = () => {
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
  // Also after a signal: pictures that were left there would be in the way of the next restore.
  process.once('exit', deletePictures)
  try {
    const indexes = await beginRestore(client, header.tables).catch((error) =>
      failUnlessDamaged(files, error),
    )
    const storage = createPhotoStorage(env)
    const restored: Restored = { rows: {}, secretKey: undefined }
    const summary = await readRest(files, (file) =>
      restoreFile({ ...target, storage }, header, file, restored),
    )
    for (const [table, rows] of Object.entries(summary.rows)) {
      const found = restored.rows[table] ?? 0
      if (found !== rows) throw damaged(`${table} has ${found} of ${rows} rows`)
    }
    const { secretKey } = restored
    // After the last checksum: the key of a damaged backup would block the next attempt.
    if (secretKey) await writeSecretKey(env, secretKey)
    await endRestore(client, header.tables, header.sequences, indexes)
    return { summary, secretKey }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    deletePictures()
    throw error
  } finally {
    process.off('exit', deletePictures)
  }
}

/** Adds a file to the target and to what was restored; the key is written at the end. */
async function restoreFile(
  { env, client, jobs, storage }: Target & { storage: PhotoStorage },
  { tables }: Header,
  { name, bytes }: ArchiveFile,
  restored: Restored,
): Promise<void> {
  const [, picture, format] = mediaPath.exec(name) ?? []
  const [, kind, part = ''] = partPath.exec(name) ?? []
  const table = tables.find((one) => one.name === part)
  if (picture) await storage.put(picture, bytes, contentTypes[format as keyof typeof contentTypes])
  else if (kind === 'unsent') await restoreUnsent(client, jobs, bytes)
  else if (table) restored.rows[part] = (restored.rows[part] ?? 0) + (await restoreRows(client, table, bytes))
  else if (name === names.secretKey) {
    await requireNoOtherKey(env, bytes)
    restored.secretKey = bytes
  } else throw damaged(`it contains the unknown entry ${name}`)
}

async function readHeader(files: Files): Promise<Header> {
  const first = await files.next().catch((error) => {
    throw fileFailure(error) ?? noBackup()
  })
  if (first.done || first.value.name !== names.header) throw noBackup()
  const header = parse(Header, first.value)
  if (header.format !== 1)
    throw new StartupError(
      'This backup has a format that this Oja does not know.',
      'Restore it with the version that made it.',
    )
  return header
}

const noBackup = () =>
  new StartupError(
    'This is no backup of Oja, or its beginning is damaged.',
    'Name a file that `npm run backup` wrote.',
  )

function parse<T>(schema: z.ZodType<T>, { name, bytes }: ArchiveFile): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch {
    throw damaged(`${name} cannot be read`)
  }
}

/** Passes every file except the last, one after the other, to `take`; returns the last. */
async function readRest(files: Files, take: (file: ArchiveFile) => Promise<void>): Promise<Summary> {
  let summary: Summary | undefined
  for await (const file of files) {
    if (file.name === names.summary) summary = parse(Summary, file)
    else await take(file).catch((error) => failUnlessDamaged(files, error))
  }
  if (!summary) throw damaged('it ends too early')
  return summary
}

/**
 * A damaged file may fail before its checksum, which follows it, is read. Reads the rest of the backup, which
 * throws if it is damaged; otherwise throws `error`, since the fault is in the target.
 */
async function failUnlessDamaged(files: Files, error: unknown): Promise<never> {
  if (!fileFailure(error)) for await (const _ of files);
  throw error
}

/**
 * Migrates an empty database to the version of the backup. Returns whether this version has further
 * migrations.
 */
async function migrateAs(done: string[], db: Db): Promise<{ isOlder: boolean }> {
  const own = migrationNames()
  const unknown = done.filter((name) => !own.includes(name))
  if (unknown.length > 0)
    throw new StartupError(
      `This backup is of a later Oja, which knows ${unknown.join(', ')}.`,
      'Restore it with that version, or a later one.',
    )
  await migrate(db, { names: done })
  return { isOlder: done.length < own.length }
}

async function requireEmpty(folder: string): Promise<void> {
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0)
    throw new StartupError(
      `There are pictures in ${folder} already.`,
      'A backup goes into an empty folder: name another with DATA_DIR, or move this one away.',
    )
}

async function requireNoOtherKey(env: Env, bytes: Buffer): Promise<void> {
  const file = keyFile(env)
  const there = await readFile(file).catch(() => null)
  if (there && !there.equals(bytes))
    throw new StartupError(
      `There is another key in ${file}.`,
      'What it encrypts cannot be decrypted with the key of the backup: move it away, or name another folder with DATA_DIR.',
    )
}

/** Oja would start with another key than the marketplace had, and read none of its secrets: the sentence that says so, or an empty text. */
function keyNote(env: Env, ofBackup: Buffer | undefined): string {
  const lost = 'with another key, second factors and the IMEIs of phones are lost.'
  if (!ofBackup)
    return env.SECRET_KEY === undefined
      ? `The backup has no key: if its Oja had a SECRET_KEY, set the same before you start Oja; ${lost}`
      : ''
  if (env.SECRET_KEY === undefined || env.SECRET_KEY === ofBackup.toString().trim()) return ''
  return `SECRET_KEY is not the key of the backup: before you start Oja, set it to what ${keyFile(env)} has; ${lost}`
}

async function writeSecretKey(env: Env, bytes: Buffer): Promise<void> {
  await mkdir(env.DATA_DIR, { recursive: true })
  await writeFile(keyFile(env), bytes, { mode: 0o600, flush: true })
}
