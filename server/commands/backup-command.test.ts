import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, createReadStream, existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Summary } from '#server/backup/archive-format.ts'
import { checkBackup } from '#server/backup/restore.ts'
import { type BackedUp, mediaFiles, startBackedUp } from '#tests/support/backups.ts'
import { runCommand } from '#tests/support/run-command.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { until } from '#tests/support/until.ts'

let marketplace: BackedUp
let t: TestApp
let folder: string
let backup: string
let summary: Summary
let emptyPlace: BackedUp['emptyPlace']

beforeAll(async () => {
  marketplace = await startBackedUp()
  ;({ t, folder, backup, summary, emptyPlace } = marketplace)
})
afterEach(() => marketplace.dropPlaces())
afterAll(() => marketplace.close())

test('[OPS-BACKUP-AGE] the metrics show the time of the newest complete backup, whichever process made it', async () => {
  const settings = { DATABASE_URL: t.env.DATABASE_URL ?? '', DATA_DIR: t.env.DATA_DIR }
  const age = async () => {
    const { body } = await t.app.inject({ url: '/metrics' })
    return Number(/^oja_last_backup_timestamp_seconds (\S+)$/m.exec(body)?.[1])
  }
  expect(await age()).toBe(0)
  const begun = Date.now() / 1000
  const withKey = { ...settings, SECRET_KEY: 'a-key-of-more-than-thirty-two-characters' }
  expect(await runCommand(['scripts/backup.mjs', `${folder}/aged.tar`], { settings: withKey })).toMatchObject(
    {
      code: 0,
    },
  )
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
  const incomplete = await runCommand(['scripts/backup.mjs', `${folder}/incomplete/`], { settings })
  await rename(away, media)
  expect(incomplete).toEqual({ code: 1, output: expect.stringMatching(/pictures in use are missing: /) })
  expect(await age()).toBeCloseTo(made - 86_400, 0)
  const keyless = await runCommand(['scripts/backup.mjs', `${folder}/keyless/`, '--without-media'], {
    settings: { ...settings, DATA_DIR: folder },
  })
  expect(keyless).toEqual({
    code: 1,
    output: expect.stringMatching(/There is no key in \S+secret\.key, and SECRET_KEY is not set: /),
  })
  expect(await age()).toBeCloseTo(made - 86_400, 0)
  const failed = await runCommand(['scripts/backup.mjs', `${backup}/none/`], { settings })
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
      expect(await runCommand(args, { settings, ...uid })).toEqual({
        code: 1,
        output: expect.stringMatching(denied),
      })
    if (process.platform === 'linux')
      expect(await runCommand(['scripts/backup.mjs', '/proc/backups/oja/'], { settings })).toEqual({
        code: 1,
        output: '/proc/backups: there is no such file or folder. Correct the path.\n',
      })
    // Its folder of temporary files cannot be made: it ends, though it has a connection to the database.
    const noRoom = { ...settings, TMPDIR: `${closed}/none` }
    const unwritten = await runCommand(['scripts/backup.mjs', `${folder}/unwritten/`], { settings: noRoom })
    expect(unwritten).toEqual({
      code: 1,
      output: expect.stringMatching(/^\S+oja-backup-\w+: there is no such file/),
    })
    const gone = await runCommand(['scripts/restore.mjs', `${closed}/none.tar`], { settings })
    expect(gone).toEqual({ code: 1, output: expect.stringMatching(/none\.tar: there is no such file/) })
    const folderGiven = await runCommand(['scripts/restore.mjs', closed, '--check'], { settings })
    expect(folderGiven).toMatchObject({ code: 1, output: expect.stringMatching(/this is a folder/) })
  } finally {
    await rm(closed, { recursive: true })
  }
})

test('[OPS-BACKUP] the commands, on an embedded PostgreSQL: restore from the standard input, back up while it runs', async () => {
  const dataDir = await mkdtemp(join(folder, 'embedded-'))
  const settings = { DATA_DIR: dataDir }
  const elsewhere = { ...settings, SECRET_KEY: 'another-key-of-thirty-two-characters-too' }
  const restored = await runCommand(['scripts/restore.mjs', '-'], { settings: elsewhere, input: backup })
  expect(restored).toEqual({
    code: 0,
    output: expect.stringMatching(
      /2 accounts, 2 listings.* SECRET_KEY is not the key of the backup: .*set it to what \S+secret\.key has/,
    ),
  })
  const again = await runCommand(['scripts/restore.mjs', backup], { settings })
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('There is a marketplace') })
  const backedUp = await runCommand(['scripts/backup.mjs', `${folder}/made/`], { settings })
  expect(backedUp).toMatchObject({ code: 0, output: expect.stringContaining('2 accounts, 2 listings') })
  const [name = ''] = await readdir(join(folder, 'made'))
  expect(name).toMatch(/^oja-\d{4}-\d\d-\d\dT[\d-]+\.tar$/)
  expect(await readFile(join(folder, 'made', name), 'latin1')).toContain('secret.key')
  const checked = await checkBackup(createReadStream(join(folder, 'made', name)))
  expect(checked.summary).toEqual(summary)
  const over = await runCommand(['scripts/backup.mjs', join(folder, 'made', name)], { settings })
  expect(over).toMatchObject({ code: 1, output: expect.stringContaining('never written over') })
})

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
