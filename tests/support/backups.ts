import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Summary } from '#server/backup/archive-format.ts'
import { type BackupOptions, backUp } from '#server/backup/backup.ts'
import { keyFile } from '#server/core/session/secret-key.ts'
import type { PhotoStorage } from '#server/core/storage.ts'
import { type Db, openPool, type Pool } from '#server/db/pool.ts'
import { type Env, readEnv } from '#server/env.ts'
import { storePhoto } from '#server/features/uploads/uploads.service.ts'
import { databaseUrl, onServer, templateName } from './database.ts'
import { insertListing } from './listings.ts'
import { redCorner } from './pictures.ts'
import { readTables } from './table-contents.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

/** A database without rows, and an empty folder. */
interface EmptyPlace {
  env: Env
  connectionString: string
  db: Db
  pool: Pool
  dataDir: string
}

/** A marketplace and a backup of it. */
export interface BackedUp {
  t: TestApp
  ada: TestUser
  /** Three photos of Ada's: listings show the first two. */
  photos: { url: string; id: string }[]
  /** For files of the tests; `close` deletes it. */
  folder: string
  /** The file of the backup, made while nobody wrote. */
  backup: string
  /** What `contents` returned then. */
  before: Map<string, string[]>
  summary: Summary
  options(storage?: PhotoStorage): BackupOptions
  /** By default its database has the tables, as after a start of Oja: to make them is most of a restore. */
  emptyPlace(settings?: Record<string, string>, template?: string): Promise<EmptyPlace>
  /** Drops the databases of the empty places. */
  dropPlaces(): Promise<void>
  close(): Promise<void>
}

/** The template of a database in which no Oja was started. */
export const withoutTables = 'template1'

export async function startBackedUp(): Promise<BackedUp> {
  const server = process.env.TEST_DATABASE_SERVER ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'oja-backup-test-'))
  const t = await startTestApp()
  const { ada, photos } = await fill(t)
  const options = (storage: PhotoStorage = t.storage) => ({
    connectionString: t.env.DATABASE_URL ?? '',
    storage,
    keyFile: keyFile(t.env),
  })
  const before = await contents(t)
  const backup = join(folder, 'quiet.tar')
  const summary = await backUp(options(), createWriteStream(backup))
  const places: { name: string; pool: Pool }[] = []

  return {
    t,
    ada,
    photos,
    folder,
    backup,
    before,
    summary,
    options,
    async emptyPlace(settings = {}, template = templateName) {
      const name = `test_restore_${process.pid}_${Date.now()}_${places.length}`
      await onServer(server, `create database ${name} template ${template} strategy file_copy`)
      const url = databaseUrl(server, name)
      const pool = openPool(url, { max: 2 })
      places.push({ name, pool })
      const dataDir = await mkdtemp(join(folder, 'data-'))
      const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: url, ...settings })
      return { env, connectionString: url, db: pool.db, pool, dataDir }
    },
    async dropPlaces() {
      for (const { name, pool } of places.splice(0)) {
        await pool.close()
        await onServer(server, `drop database ${name} with (force)`)
      }
    },
    async close() {
      await t.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Two people, two listings with photos, unsent mail, a text message, and a key. */
async function fill(t: TestApp): Promise<Pick<BackedUp, 'ada' | 'photos'>> {
  const photos: BackedUp['photos'] = []
  const ada = await t.user({ email: 'ada@example.com' })
  const chidi = await t.user({ email: 'chidi@example.com', fullName: 'Chidi\tTab \\ back\nline “Ọjà”' })
  for (let count = 0; count < 3; count += 1) {
    const photo = await storePhoto(
      t,
      await redCorner(400 + count, 300)
        .jpeg()
        .toBuffer(),
      ada.id,
      { avifEffort: 0 },
    )
    photos.push({ url: photo.url, id: photo.url.split('/')[3] ?? '' })
    if (count < 2)
      await insertListing(t, ada, { photos: JSON.stringify([photo]), title: `Listing ${count}, clean` })
  }
  // Swept as soon as nothing shows them.
  await t.db
    .updateTable('uploads')
    .set({ created_at: new Date(0) })
    .where('id', '!=', photos[2]?.id ?? '')
    .execute()
  const listing = await t.db.selectFrom('listings').select('id').executeTakeFirstOrThrow()
  await chidi.api('POST /api/favorites', { body: { listingId: listing.id } })
  await t.visitor('POST /api/auth/forgot-password', { body: { email: 'ada@example.com' } })
  await ada.api('POST /api/settings/phone/send-code')
  // One is being sent, one waits for another attempt; a push is not kept.
  await sql`update pgboss.job set state = case name when 'mail' then 'active' else 'retry' end::pgboss.job_state`.execute(
    t.db,
  )
  await sql`insert into pgboss.job (name, data) values ('push', '{}')`.execute(t.db)
  await writeFile(join(t.env.DATA_DIR, 'secret.key'), `${'k'.repeat(44)}\n`)
  return { ada, photos }
}

/** Every row of every table as text, sorted. */
export async function contents(at: Pick<TestApp, 'db'>): Promise<Map<string, string[]>> {
  const tables = await readTables(at)
  const own = [...tables].filter(([name]) => !name.startsWith('kysely_'))
  return new Map(own.map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]))
}

/** The files of pictures below a data folder, by path, in base64. */
export async function mediaFiles(dataDir: string): Promise<Map<string, string>> {
  const root = join(dataDir, 'media')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files
        .sort()
        .map(async (file) => [file.slice(root.length), (await readFile(file)).toString('base64')] as const),
    ),
  )
}
