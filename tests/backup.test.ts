import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs'
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readArchive, writeArchive } from '#server/backup/archive.ts'
import { names, type Summary } from '#server/backup/archive-format.ts'
import { backUp } from '#server/backup/backup.ts'
import { checkBackup, restore } from '#server/backup/restore.ts'
import { keyFile } from '#server/core/session/secret-key.ts'
import { createPhotoStorage, type PhotoStorage } from '#server/core/storage.ts'
import { mediaLock } from '#server/db/media-lock.ts'
import { isMigrated, migrate } from '#server/db/migrate.ts'
import { openPool, type Pool } from '#server/db/pool.ts'
import { readEnv } from '#server/env.ts'
import { storePhoto, sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import { databaseUrl, onServer, templateName } from './support/database.ts'
import { insertListing } from './support/listings.ts'
import { redCorner } from './support/pictures.ts'
import { startS3Fake } from './support/s3-fake.ts'
import { readTables } from './support/table-contents.ts'
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts'
import { until } from './support/until.ts'

const server = process.env.TEST_DATABASE_SERVER ?? ''
const photos: { url: string; id: string }[] = []
let t: TestApp
let ada: TestUser
let folder: string
/** Of the marketplace, taken while nobody wrote. */
let backup: string
let before: Map<string, string[]>
let summary: Summary
const empty: { name: string; pool: Pool }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oja-backup-test-'))
  t = await startTestApp()
  ada = await t.user({ email: 'ada@example.com' })
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
  before = await contents(t)
  backup = join(folder, 'quiet.tar')
  summary = await backUp(options(), createWriteStream(backup))
})
afterEach(async () => {
  for (const { name, pool } of empty.splice(0)) {
    await pool.close()
    await onServer(server, `drop database ${name} with (force)`)
  }
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

const options = (storage: PhotoStorage = t.storage) => ({
  connectionString: t.env.DATABASE_URL ?? '',
  storage,
  keyFile: keyFile(t.env),
})

/** Every row of every table as text, sorted. */
async function contents(at: Pick<TestApp, 'db'>): Promise<Map<string, string[]>> {
  const tables = await readTables(at)
  const own = [...tables].filter(([name]) => !name.startsWith('kysely_'))
  return new Map(own.map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]))
}

/** How every index is built. */
async function indexesOf(pool: Pool, andClose = false): Promise<string[]> {
  const { rows } = await pool.pg.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  )
  if (andClose) await pool.close()
  return rows.map(({ indexdef }) => indexdef)
}

/** The template of a database in which no Oja was started. */
const withoutTables = 'template1'

/** A database without rows and an empty folder. By default it has the tables, as after a start of Oja: to make them is most of a restore. */
async function emptyPlace(settings: Record<string, string> = {}, template = templateName) {
  const name = `test_restore_${Date.now()}_${empty.length}`
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(server, name)
  const pool = openPool(url, { max: 2 })
  empty.push({ name, pool })
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: url, ...settings })
  return { env, connectionString: url, db: pool.db, pool, dataDir }
}

/** The nameless files of backups that this process has open, by Linux's list. */
async function openTemporaryFiles(): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const open = await readdir('/proc/self/fd')
  const files = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return files.filter((file) => /oja-backup-[0-9a-f]{32} \(deleted\)$/.test(file))
}

async function mediaFiles(dataDir: string): Promise<Map<string, string>> {
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

test('[OPS-BACKUP] a restore brings back every row and picture, unsent mail and the key; new rows get new ids', async () => {
  expect(await openTemporaryFiles()).toEqual([])
  expect(summary.missing).toEqual([])
  expect(summary.rows).toMatchObject({ users: 2, listings: 2, uploads: 3, favorites: 1 })
  const place = await emptyPlace({}, withoutTables)
  await restore(place, createReadStream(backup))

  const after = await contents(place)
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [name, rows] of before) expect(after.get(name), name).toEqual(rows)
  expect(await indexesOf(place.pool)).toEqual(
    await indexesOf(openPool(t.env.DATABASE_URL ?? '', { max: 1 }), true),
  )
  const media = await mediaFiles(t.env.DATA_DIR)
  expect(media.size).toBeGreaterThan(9)
  expect(await mediaFiles(place.dataDir)).toEqual(media)
  expect(await readFile(join(place.dataDir, 'secret.key'), 'utf8')).toBe(`${'k'.repeat(44)}\n`)
  expect((await stat(join(place.dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)

  const { rows: unsent } = await place.pool.pg.query(`select data from pgboss.job where name = 'mail'`)
  expect(unsent).toMatchObject([
    { data: { to: 'ada@example.com', subject: expect.stringContaining('code') } },
  ])
  const { rows: texts } = await place.pool.pg.query(`select data from pgboss.job where name = 'sms'`)
  expect(texts).toMatchObject([{ data: { to: expect.stringContaining('+234'), text: expect.any(String) } }])
  // Triggers are awake again, and sequences go on.
  const id = await insertListing(place, ada, { title: 'A kettle after the restore' })
  expect(id).toBeGreaterThan(
    Math.max(...[...(before.get('listings') ?? [])].map((row) => JSON.parse(row).id)),
  )
  const { rows: found } = await place.pool.pg.query('select from listing_search where id = $1', [id])
  expect(found).toHaveLength(1)
})

test('[OPS-BACKUP] a backup under writes is one snapshot, and no picture of it is deleted before it is read', async () => {
  const moment = await contents(t)
  const out = new PassThrough({ highWaterMark: 1 })
  let begun = false
  // The first bytes come once the moment is chosen: from here on everything changes.
  const watched = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      if (!begun) {
        begun = true
        await insertListing(t, ada, { title: 'Came while it was backed up' })
        await t.db.updateTable('users').set({ full_name: 'Renamed meanwhile' }).execute()
        await t.db.updateTable('listings').set({ photos: '[]' }).execute()
        expect(await sweepOrphanedPhotos(t)).toBe(0)
      }
      yield chunk
    }
  }
  const file = join(folder, 'busy.tar')
  const written = pipeline(out, watched, createWriteStream(file))
  const told = await backUp(options(), out)
  await written
  expect(begun).toBe(true)
  expect(told.missing).toEqual([])

  const place = await emptyPlace()
  const media = await mediaFiles(t.env.DATA_DIR)
  await restore(place, createReadStream(file))
  expect(await contents(place)).toEqual(moment)
  expect(await mediaFiles(place.dataDir)).toEqual(media)
  // The next sweep does what this one left.
  expect(await sweepOrphanedPhotos(t)).toBe(2)
  await t.db
    .updateTable('listings')
    .set({ photos: JSON.stringify([{ url: photos[0]?.url, width: 400, height: 300, placeholder: null }]) })
    .execute()
})

test('[OPS-BACKUP] a missing picture gives a warning; the rest is backed up', async () => {
  const holed: PhotoStorage = { ...t.storage, get: async () => null }
  const used = (await t.db.selectFrom('uploads').select('url').executeTakeFirstOrThrow()).url
  const findMissing = async () => {
    const told = await backUp(options(holed), new PassThrough().resume())
    expect(told.files).toBe(0)
    return told.missing
  }
  expect(await findMissing()).toEqual([])
  const content = JSON.stringify({ title: 'A kettle', photos: [{ url: used }] })
  await t.db.insertInto('listing_drafts').values({ user_id: ada.id, content }).execute()
  expect(await findMissing()).toEqual([used])
  await t.db.deleteFrom('listing_drafts').execute()
  await t.db.updateTable('users').set({ avatar_url: used }).where('id', '=', ada.id).execute()
  expect(await findMissing()).toEqual([used])
})

test('[OPS-BACKUP] a backup whose connection is lost while it reads pictures fails: they were not protected any more', async () => {
  const cutting: PhotoStorage = {
    ...t.storage,
    async get(key) {
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${mediaLock}`.execute(
        t.db,
      )
      return t.storage.get(key)
    },
  }
  await expect(backUp(options(cutting), new PassThrough().resume())).rejects.toThrow(/[Cc]onnection/)
  expect(await openTemporaryFiles()).toEqual([])
})

test('[OPS-BACKUP] a damaged backup restores nothing and prints an error', async () => {
  const bytes = await readFile(backup)
  const flipped = Buffer.from(bytes)
  const at = bytes.indexOf('media/photos/') + 512 + 40
  flipped[at] = (flipped[at] ?? 0) ^ 1
  for (const [broken, words] of [
    [bytes.subarray(0, bytes.length >> 1), /ends too early/],
    [bytes.subarray(0, bytes.indexOf('media/photos/') + 512 + 40), /ends too early/],
    [bytes.subarray(0, bytes.indexOf('complete.json') - 257), /ends too early|no checksum/],
    [flipped, /not as it was written/],
  ] as const) {
    await expect(checkBackup(Readable.from([broken]))).rejects.toThrow(words)
    const place = await emptyPlace()
    await expect(restore(place, Readable.from([broken]))).rejects.toThrow(words)
    const { rows } = await place.pool.pg.query('select from users')
    expect(rows).toHaveLength(0)
    expect(existsSync(join(place.dataDir, 'media/photos'))).toBe(false)
  }
  await expect(checkBackup(Readable.from([Buffer.from('not a backup')]))).rejects.toThrow('no backup of Oja')
  expect((await checkBackup(createReadStream(backup))).summary).toEqual(summary)
})

test('[OPS-BACKUP] a backup of a format that is not known is refused', async () => {
  const { header } = await checkBackup(createReadStream(backup))
  const out = new PassThrough()
  const archive = writeArchive(out)
  const checked = expect(checkBackup(out)).rejects.toThrow('a format that this Oja does not know')
  await archive.add(names.header, JSON.stringify({ ...header, format: 2 }))
  await archive.end()
  await checked
})

test('[OPS-BACKUP-DAMAGED] a backup that lacks a file, and is otherwise as it was written, is refused', async () => {
  const without = (path: RegExp) => {
    const out = new PassThrough()
    const archive = writeArchive(out)
    void (async () => {
      for await (const { name, bytes } of readArchive(createReadStream(backup)))
        if (!path.test(name)) await archive.add(name, bytes)
      await archive.end()
    })()
    return out
  }
  await expect(checkBackup(without(/\.avif$/))).rejects.toThrow(/has \d+ of \d+ files of pictures/)
  const place = await emptyPlace()
  await expect(restore(place, without(/^tables\/favorites/))).rejects.toThrow('favorites has 0 of 1 rows')
  const bytes = await readFile(backup)
  const unsummed = Buffer.concat([bytes.subarray(0, bytes.lastIndexOf('checksums/')), Buffer.alloc(1024)])
  await expect(checkBackup(Readable.from([unsummed]))).rejects.toThrow(/files have no checksum/)
})

/** The backup with one bit changed: in a file's content, or where `text` stands. */
async function flipped(place: { file: string } | { text: string }, offset: number): Promise<Buffer> {
  const bytes = await readFile(backup)
  const at = 'file' in place ? bytes.indexOf(place.file) + 512 + offset : bytes.indexOf(place.text) + offset
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

test('[OPS-BACKUP-DAMAGED] --check finds a flipped byte anywhere', async () => {
  for (const [place, offset, words] of [
    [
      { file: 'tables/users/000001.copy.gz' },
      40,
      /damaged: tables\/users\/000001\.copy\.gz is missing or not/,
    ],
    [{ file: 'secret.key' }, 3, /damaged: secret\.key is missing or not/],
    [{ file: 'complete.json' }, 3, /damaged: complete\.json/],
    [{ file: 'checksums/000001.sha256' }, 3, /damaged: .* is missing or not as it was written/],
    // The name of a file, which tar's own sum guards.
    [{ text: 'tables/users/' }, 9, /damaged: the name or size of a file/],
    [{ text: 'oja-backup.json' }, 2, /no backup of Oja, or its beginning is damaged/],
  ] as const)
    await expect(checkBackup(Readable.from([await flipped(place, offset)]))).rejects.toThrow(words)
})

test.each([
  // Unpacking or PostgreSQL fails before the checksum is read.
  [
    'a row',
    { file: 'tables/users/000001.copy.gz' },
    40,
    /damaged: tables\/users\/000001\.copy\.gz is missing/,
  ],
  ['the name of a table', { text: '"favorites"' }, 3, /damaged: oja-backup\.json is missing/],
  ['the name of a migration', { text: '0003_visitor' }, 7, /damaged: oja-backup\.json is missing/],
  ['the key', { file: 'secret.key' }, 3, /damaged: secret\.key is missing/],
])(
  '[OPS-BACKUP-DAMAGED] restore names a flipped byte in %s, and leaves nothing',
  async (_, at, offset, words) => {
    const place = await emptyPlace()
    await expect(restore(place, Readable.from([await flipped(at, offset)]))).rejects.toThrow(words)
    // Not even the key, which would be in the way of a backup that is whole.
    const left = await readdir(place.dataDir, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  },
)

test('[OPS-BACKUP] a restore refuses a non-empty database or folder, and a backup of a later version', async () => {
  const inUse = { env: { ...t.env, DATA_DIR: folder }, connectionString: t.env.DATABASE_URL ?? '' }
  await expect(restore(inUse, createReadStream(backup))).rejects.toThrow(
    'There is a marketplace in this database',
  )
  const place = await emptyPlace()
  const full = { ...place, env: { ...place.env, DATA_DIR: t.env.DATA_DIR } }
  await expect(restore(full, createReadStream(backup))).rejects.toThrow('There are pictures in')
  const other = join(place.dataDir, 'secret.key')
  await writeFile(other, 'o'.repeat(44))
  await expect(restore(place, createReadStream(backup))).rejects.toThrow('There is another key in')
  expect(await readFile(other, 'utf8')).toBe('o'.repeat(44))
  await rm(other)
  await t.db
    .insertInto('kysely_migration' as never)
    .values({ name: '9999_later', timestamp: '' } as never)
    .execute()
  const later = join(folder, 'later.tar')
  await backUp({ ...options(), withoutMedia: true }, createWriteStream(later))
  await t.db
    .deleteFrom('kysely_migration' as never)
    .where('name' as never, '=', '9999_later' as never)
    .execute()
  await expect(restore(place, createReadStream(later))).rejects.toThrow('is of a later Oja')
})

test('[OPS-BACKUP] pictures restore onto a disk of their own, which has a folder of its file system', async () => {
  const place = await emptyPlace()
  await mkdir(join(place.dataDir, 'media/lost+found'), { recursive: true })
  await restore(place, createReadStream(backup))
  expect((await mediaFiles(place.dataDir)).size).toBe(summary.files)
})

test('[OPS-BACKUP] pictures of a folder restore into a bucket, and the other way round', async () => {
  const s3 = await startS3Fake('oja-photos')
  const bucket = {
    S3_BUCKET: 'oja-photos',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'test-key',
    S3_SECRET_ACCESS_KEY: 'test-secret',
  }
  try {
    const place = await emptyPlace(bucket)
    await restore(place, createReadStream(backup))
    expect(s3.objects.size).toBe(summary.files)
    const storage = createPhotoStorage(place.env)
    const again = await backUp({ ...place, storage }, new PassThrough().resume())
    expect(again).toEqual(summary)

    s3.state = 'refuses'
    const settings = { DATABASE_URL: place.connectionString, DATA_DIR: place.dataDir, ...bucket }
    const refused = await command(['scripts/backup.mjs', `${folder}/refused/`], { settings })
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^Pictures .* AccessDenied\n$/) })
  } finally {
    await s3.close()
  }
})

/** A command as a shell runs it, with settings of its own. `input`: a file for its standard input. */
async function command(
  args: string[],
  { settings = {}, input, uid }: { settings?: Record<string, string>; input?: string; uid?: number } = {},
) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  if (input) createReadStream(input).pipe(child.stdin)
  const [code] = await once(child, 'close')
  return { code, output }
}

test('[OPS-BACKUP-AGE] the metrics show the time of the newest complete backup, whichever process made it', async () => {
  const settings = { DATABASE_URL: t.env.DATABASE_URL ?? '', DATA_DIR: t.env.DATA_DIR }
  const age = async () => {
    const { body } = await t.app.inject({ url: '/metrics' })
    return Number(/^oja_last_backup_timestamp_seconds (\S+)$/m.exec(body)?.[1])
  }
  expect(await age()).toBe(0)
  const begun = Date.now() / 1000
  const withKey = { ...settings, SECRET_KEY: 'a-key-of-more-than-thirty-two-characters' }
  expect(await command(['scripts/backup.mjs', `${folder}/aged.tar`], { settings: withKey })).toMatchObject({
    code: 0,
  })
  expect((await stat(`${folder}/aged.tar`)).mode & 0o777).toBe(0o600)
  // The file is of an earlier time: Oja does not use it.
  expect(await readFile(`${folder}/aged.tar`, 'latin1')).not.toContain('secret.key')
  expect(await age()).toBeGreaterThan(begun - 1)
  const made = await age()
  await sql`update last_results set succeeded_at = succeeded_at - interval '1 day' where what = 'backup'`.execute(
    t.db,
  )
  const [media, away] = [join(t.env.DATA_DIR, 'media'), join(t.env.DATA_DIR, 'away')]
  await rename(media, away)
  const incomplete = await command(['scripts/backup.mjs', `${folder}/incomplete/`], { settings })
  await rename(away, media)
  expect(incomplete).toEqual({ code: 1, output: expect.stringMatching(/pictures in use are missing: /) })
  expect(await age()).toBeCloseTo(made - 86_400, 0)
  const keyless = await command(['scripts/backup.mjs', `${folder}/keyless/`, '--without-media'], {
    settings: { ...settings, DATA_DIR: folder },
  })
  expect(keyless).toEqual({
    code: 1,
    output: expect.stringMatching(/There is no key in \S+secret\.key, and SECRET_KEY is not set: /),
  })
  expect(await age()).toBeCloseTo(made - 86_400, 0)
  const failed = await command(['scripts/backup.mjs', `${backup}/none/`], { settings })
  expect(failed).toEqual({
    code: 1,
    output: expect.stringMatching(/^.*none.*: a part of this path is not a folder\..*\n$/),
  })
})

test('[OPS-FILE-ERRORS] a folder or file without permission gives one line with the user’s name, not a stack trace', async () => {
  const settings = { DATABASE_URL: t.env.DATABASE_URL ?? '', DATA_DIR: '/tmp' }
  // Root runs the commands as a user without rights.
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const closed = await mkdtemp(join(tmpdir(), 'oja-closed-'))
  const unreadable = join(closed, 'oja.tar')
  await copyFile(backup, unreadable)
  await chmod(unreadable, 0)
  await chmod(closed, 0o555)
  const denied = /^\/\S+: permission denied for the user \w+\. Let this user use it .*\n$/
  try {
    for (const args of [
      ['scripts/backup.mjs', `${closed}/`],
      ['scripts/backup.mjs', `${closed}/new/`],
      ['scripts/restore.mjs', unreadable, '--check'],
    ])
      expect(await command(args, { settings, ...uid })).toEqual({
        code: 1,
        output: expect.stringMatching(denied),
      })
    if (process.platform === 'linux')
      expect(await command(['scripts/backup.mjs', '/proc/backups/oja/'], { settings })).toEqual({
        code: 1,
        output: '/proc/backups: there is no such file or folder. Correct the path.\n',
      })
    // Its folder of temporary files cannot be made: it ends, though it has a connection to the database.
    const noRoom = { ...settings, TMPDIR: `${closed}/none` }
    const unwritten = await command(['scripts/backup.mjs', `${folder}/unwritten/`], { settings: noRoom })
    expect(unwritten).toEqual({
      code: 1,
      output: expect.stringMatching(/^\S+oja-backup-\w+: there is no such file/),
    })
    const gone = await command(['scripts/restore.mjs', `${closed}/none.tar`], { settings })
    expect(gone).toEqual({ code: 1, output: expect.stringMatching(/none\.tar: there is no such file/) })
    const folderGiven = await command(['scripts/restore.mjs', closed, '--check'], { settings })
    expect(folderGiven).toMatchObject({ code: 1, output: expect.stringMatching(/this is a folder/) })
  } finally {
    await rm(closed, { recursive: true })
  }
})

test('[OPS-BACKUP] the commands, on an embedded PostgreSQL: restore from the standard input, back up while it runs', async () => {
  const dataDir = await mkdtemp(join(folder, 'embedded-'))
  const settings = { DATA_DIR: dataDir }
  const elsewhere = { ...settings, SECRET_KEY: 'another-key-of-thirty-two-characters-too' }
  const restored = await command(['scripts/restore.mjs', '-'], { settings: elsewhere, input: backup })
  expect(restored).toEqual({
    code: 0,
    output: expect.stringMatching(
      /2 accounts, 2 listings.* SECRET_KEY is not the key of the backup: .*set it to what \S+secret\.key has/,
    ),
  })
  const again = await command(['scripts/restore.mjs', backup], { settings })
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('There is a marketplace') })
  const backedUp = await command(['scripts/backup.mjs', `${folder}/made/`], { settings })
  expect(backedUp).toMatchObject({ code: 0, output: expect.stringContaining('2 accounts, 2 listings') })
  const [name = ''] = await readdir(join(folder, 'made'))
  expect(name).toMatch(/^oja-\d{4}-\d\d-\d\dT[\d-]+\.tar$/)
  expect(await readFile(join(folder, 'made', name), 'latin1')).toContain('secret.key')
  const checked = await checkBackup(createReadStream(join(folder, 'made', name)))
  expect(checked.summary).toEqual(summary)
  const over = await command(['scripts/backup.mjs', join(folder, 'made', name)], { settings })
  expect(over).toMatchObject({ code: 1, output: expect.stringContaining('never written over') })
})

// One listener ends the commands by every signal, so each test sends another one.

test('[OPS-BACKUP] a backup that a signal ends leaves no file', async () => {
  const [target, TMPDIR] = [await mkdtemp(join(folder, 'ended-')), await mkdtemp(join(folder, 'temporary-'))]
  const { DATABASE_URL, DATA_DIR } = t.env
  const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR, TMPDIR }
  // It waits for this table in the middle of its work.
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table users in access exclusive mode`.execute(tx)
    const child = spawn(process.execPath, ['scripts/backup.mjs', `${target}/`], { env, stdio: 'ignore' })
    await until('it waits', async () => {
      const waiting =
        await sql`select from pg_locks where not granted and relation = 'users'::regclass`.execute(t.db)
      return waiting.rows.length > 0
    })
    expect(await readdir(target)).toEqual([expect.stringMatching(/\.tar\.part$/)])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([1, null])
  })
  expect([...(await readdir(target)), ...(await readdir(TMPDIR))]).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  '[OPS-BACKUP] a backup that is killed leaves nothing in the folder of temporary files',
  async () => {
    const [DATA_DIR, TMPDIR] = [join(folder, 'pipe'), await mkdtemp(join(folder, 'temporary-'))]
    await cp(t.env.DATA_DIR, DATA_DIR, { recursive: true })
    // It waits for the content of this file in the middle of its work.
    const [picture = ''] = (await mediaFiles(DATA_DIR)).keys()
    const pipe = join(DATA_DIR, 'media', picture)
    await rm(pipe)
    execFileSync('mkfifo', [pipe])
    const env = { PATH: process.env.PATH, DATABASE_URL: t.env.DATABASE_URL, DATA_DIR, TMPDIR }
    const child = spawn(process.execPath, ['scripts/backup.mjs', '-'], { env, stdio: 'ignore' })
    const writer = open(pipe, 'w')
    try {
      await Promise.race([writer, once(child, 'exit').then(() => expect.fail('It ended.'))])
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await readdir(TMPDIR)).toEqual([])
    } finally {
      // A writer without a reader would wait for ever.
      const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
      await (await writer).close()
      await reader.close()
    }
  },
)

test('[OPS-BACKUP] a command that a signal ends stops the PostgreSQL that it started', async () => {
  const dataDir = await mkdtemp(join(folder, 'ended-'))
  const postmaster = join(dataDir, 'postgres/postmaster.pid')
  const child = spawn(process.execPath, ['scripts/restore.mjs', '-'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    // It waits for the beginning of the backup.
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await until('its PostgreSQL runs', () => existsSync(postmaster))
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([1, null])
  await until('its PostgreSQL has ended', () => !existsSync(postmaster))
})

test('[OPS-BACKUP] a restore that a signal ends leaves no pictures, so that it can be repeated', async () => {
  const bytes = await readFile(backup)
  const [, second = 0] = [...bytes.toString('latin1').matchAll(/media\/photos\//g)].map(({ index }) => index)
  const { connectionString, dataDir } = await emptyPlace()
  const child = spawn(process.execPath, ['scripts/restore.mjs', '-'], {
    env: { PATH: process.env.PATH, DATABASE_URL: connectionString, DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // It writes a picture's first file, and waits for the second.
  child.stdin.write(bytes.subarray(0, second))
  await until('a picture', async () => {
    return existsSync(join(dataDir, 'media')) && (await mediaFiles(dataDir)).size > 0
  })
  child.kill('SIGHUP')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(existsSync(join(dataDir, 'media/photos'))).toBe(false)
})

test('[OPS-BACKUP] a restore that fails when its rows are there leaves their pictures', async () => {
  const place = await emptyPlace({}, withoutTables)
  // ANALYZE, the last step, calls the function of an index.
  await place.pool.pg.query(`
    create schema other;
    create table other.numbers (n int);
    create function other.fail_at_last(n int) returns int language plpgsql immutable as
      $$ begin if to_regclass('public.users') is null then return n; end if; raise 'no room'; end $$;
    create index on other.numbers (other.fail_at_last(n));
    insert into other.numbers values (1)`)
  await expect(restore(place, createReadStream(backup))).rejects.toThrow('no room')
  const { rowCount } = await place.pool.pg.query('select from users')
  expect([rowCount, (await mediaFiles(place.dataDir)).size]).toEqual([summary.rows.users, summary.files])
})

test('[OPS-BACKUP] a backup whose reader ends gives one line', async () => {
  const settings = { DATABASE_URL: t.env.DATABASE_URL ?? '', DATA_DIR: t.env.DATA_DIR }
  const child = spawn(process.execPath, ['scripts/backup.mjs', '-'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, told]).toEqual([
    1,
    'The program that reads the backup ended before it was complete. Its own message says why.\n',
  ])
})

test('[OPS-BACKUP] a reply that is stored before the message that it answers is restored', async () => {
  const [asker, seller] = [await t.user(), await t.user()]
  const listing_id = await insertListing(t, seller)
  const { id: thread_id } = await t.db
    .insertInto('threads')
    .values({ listing_id, seller_id: seller.id, buyer_id: asker.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const say = async (client_id: string, reply_to: number | null) => {
    const between = { sender_id: asker.id, recipient_id: seller.id }
    const message = { thread_id, ...between, client_id, reply_to, body: 'Is it still there? '.repeat(50) }
    return t.db.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
  }
  const { id: asked } = await say('asked', null)
  const { id: reply } = await say('reply', asked)
  // More than a part of a backup, and then the first message, which PostgreSQL writes anew when it is read.
  await sql`insert into messages (thread_id, sender_id, recipient_id, client_id, body)
    select ${thread_id}, ${asker.id}, ${seller.id}, 'other ' || n, repeat('x', 1000) from generate_series(1, 10000) as n`.execute(
    t.db,
  )
  await t.db.updateTable('messages').set({ read_at: new Date() }).where('id', '=', asked).execute()
  const file = join(folder, 'replies.tar')
  await backUp(options(), createWriteStream(file))
  const place = await emptyPlace()
  await restore(place, createReadStream(file))
  const restored = place.db.selectFrom('messages').select('reply_to').where('id', '=', reply)
  expect(await restored.executeTakeFirst()).toEqual({ reply_to: asked })
  const { rows } = await place.pool.pg.query(
    `select pg_get_constraintdef(oid) as key from pg_constraint where conname = 'messages_reply_to_fkey'`,
  )
  expect(rows).toEqual([{ key: 'FOREIGN KEY (reply_to) REFERENCES messages(id) ON DELETE SET NULL' }])
})

test('[OPS-BACKUP] a restore of an older version refuses a database that a later one migrated', async () => {
  const place = await emptyPlace()
  await sql`insert into kysely_migration (name, timestamp) values ('9999_of_a_later_version', '')`.execute(
    place.db,
  )
  await expect(restore(place, createReadStream(backup))).rejects.toThrow(
    'This database has the tables of a later Oja than the backup (9999_of_a_later_version)',
  )
})

test('[OPS-BACKUP] a backup of an older version is restored, and its tables are migrated to this one', async () => {
  const own = new URL('../server/db/migrations/', import.meta.url)
  const older = await mkdtemp(join(folder, 'migrations-'))
  const files = (await readdir(own)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of files.slice(0, -1)) await copyFile(new URL(name, own), join(older, name))
  const before = await emptyPlace({}, withoutTables)
  await migrate(before.db, pathToFileURL(`${older}/`))
  const file = join(folder, 'older.tar')
  await backUp({ ...before, storage: t.storage }, createWriteStream(file))
  const place = await emptyPlace({}, withoutTables)
  const { note } = await restore(place, createReadStream(file))
  expect(await isMigrated(place.db)).toBe(true)
  expect(note).toMatch(/^The backup has no key: if its Oja had a SECRET_KEY, set the same/)
})
