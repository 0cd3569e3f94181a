import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPhotoStorage, type PhotoStorage } from '#server/core/storage.ts'
import { mediaLock } from '#server/db/media-lock.ts'
import { isMigrated, migrate } from '#server/db/migrate.ts'
import { openPool, type Pool } from '#server/db/pool.ts'
import { sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import { type BackedUp, contents, mediaFiles, startBackedUp, withoutTables } from '#tests/support/backups.ts'
import { insertListing } from '#tests/support/listings.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { startS3Fake } from '#tests/support/s3-fake.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'
import type { Summary } from './archive-format.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

let marketplace: BackedUp
let t: TestApp
let ada: TestUser
let folder: string
let backup: string
let before: Map<string, string[]>
let summary: Summary
let options: BackedUp['options']
let emptyPlace: BackedUp['emptyPlace']

beforeAll(async () => {
  marketplace = await startBackedUp()
  ;({ t, ada, folder, backup, before, summary, options, emptyPlace } = marketplace)
})
afterEach(() => marketplace.dropPlaces())
afterAll(() => marketplace.close())

/** How every index is built. */
async function indexesOf(pool: Pool, andClose = false): Promise<string[]> {
  const { rows } = await pool.pg.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  )
  if (andClose) await pool.close()
  return rows.map(({ indexdef }) => indexdef)
}

/** The nameless files of backups that this process has open, by Linux's list. */
async function openTemporaryFiles(): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const open = await readdir('/proc/self/fd')
  const files = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return files.filter((file) => /oja-backup-[0-9a-f]{32} \(deleted\)$/.test(file))
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
    .set({
      photos: JSON.stringify([
        { url: marketplace.photos[0]?.url, width: 400, height: 300, placeholder: null },
      ]),
    })
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
    const refused = await runCommand(['scripts/backup.mjs', `${folder}/refused/`], { settings })
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^Pictures .* AccessDenied\n$/) })
  } finally {
    await s3.close()
  }
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

test('[OPS-BACKUP] a reply that is stored before the message that it answers is restored', async () => {
  const [asker, seller] = [await t.user(), await t.user()]
  const thread = await insertThread(t, seller, asker)
  const say = (reply_to: number | null) =>
    insertMessage(t, thread, asker, { reply_to, body: 'Is it still there? '.repeat(50) })
  const asked = await say(null)
  const reply = await say(asked)
  // More than a part of a backup, and then the first message, which PostgreSQL writes anew when it is read.
  await sql`insert into messages (thread_id, sender_id, recipient_id, client_id, body)
    select ${thread.id}, ${asker.id}, ${seller.id}, 'other ' || n, repeat('x', 1000) from generate_series(1, 10000) as n`.execute(
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
  const own = new URL('../db/migrations/', import.meta.url)
  const older = await mkdtemp(join(folder, 'migrations-'))
  const files = (await readdir(own)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of files.slice(0, -1)) await copyFile(new URL(name, own), join(older, name))
  const before = await emptyPlace({}, withoutTables)
  await migrate(before.db, { from: pathToFileURL(`${older}/`) })
  const file = join(folder, 'older.tar')
  await backUp({ ...before, storage: t.storage }, createWriteStream(file))
  const place = await emptyPlace({}, withoutTables)
  const { note } = await restore(place, createReadStream(file))
  expect(await isMigrated(place.db)).toBe(true)
  expect(note).toMatch(/^The backup has no key: if its Oja had a SECRET_KEY, set the same/)
})
