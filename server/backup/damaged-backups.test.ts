import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BackedUp, startBackedUp } from '#tests/support/backups.ts'
import { readArchive, writeArchive } from './archive.ts'
import type { Summary } from './archive-format.ts'
import { names } from './archive-format.ts'
import { checkBackup, restore } from './restore.ts'

let marketplace: BackedUp
let backup: string
let summary: Summary
let emptyPlace: BackedUp['emptyPlace']

beforeAll(async () => {
  marketplace = await startBackedUp()
  ;({ backup, summary, emptyPlace } = marketplace)
})
afterEach(() => marketplace.dropPlaces())
afterAll(() => marketplace.close())

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
