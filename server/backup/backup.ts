import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readFile, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PhotoStorage } from '#server/core/storage.ts'
import { version } from '#server/lib/root.ts'
import { type PhotoFormat, photoKey, photoUrl, photoWidths } from '#shared/photo-sizes.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { type Header, names, partName, type Summary } from './archive-format.ts'
import {
  beginSnapshot,
  connect,
  type DumpedPhoto,
  endSnapshot,
  type Part,
  photoLines,
  readPhotoLine,
  tableParts,
  unsentParts,
} from './tables.db.ts'

export interface BackupOptions {
  /** Connection string of the PostgreSQL to back up. */
  connectionString: string
  storage: PhotoStorage
  /** The file of the key that encrypts secrets in the database; absent if the setting SECRET_KEY is the key. */
  keyFile?: string | undefined
  /** Without pictures: for a bucket that keeps versions of its own. */
  withoutMedia?: boolean
}

/**
 * Writes a backup to `out`, also while Oja runs. The database is read as a snapshot. Pictures never change,
 * and none is deleted until all that belong to the snapshot are read.
 */
export async function backUp(options: BackupOptions, out: NodeJS.WritableStream): Promise<Summary> {
  const { connectionString, storage, keyFile, withoutMedia = false } = options
  const archive = writeArchive(out)
  const client = await connect(connectionString)
  let photos: FileHandle | undefined
  try {
    const inventory = await beginSnapshot(client)
    const header: Header = {
      format: 1,
      oja: version,
      createdAt: new Date().toISOString(),
      media: !withoutMedia,
      ...inventory,
    }
    await archive.add(names.header, JSON.stringify(header, null, 1))
    if (keyFile) await addSecretKey(archive, keyFile)
    const summary: Summary = { rows: {}, unsent: 0, files: 0, missing: [] }
    for (const table of inventory.tables)
      summary.rows[table.name] = await addParts(archive, 'tables', table.name, tableParts(client, table))
    summary.unsent = await addParts(archive, 'unsent', 'jobs', unsentParts(client))
    if (!withoutMedia) photos = await openUnnamedFile()
    await photos?.writeFile(photoLines(client))
    // The rest takes long, and PostgreSQL can vacuum old rows meanwhile.
    await endSnapshot(client)
    if (photos) await addPhotos(archive, storage, photos.readLines({ start: 0 }), summary)
    // If the connection had broken, pictures could have been deleted meanwhile.
    await client.query('select')
    await archive.add(names.summary, JSON.stringify(summary, null, 1))
    await archive.end()
    return summary
  } finally {
    await photos?.close()
    await client.end().catch(() => {})
  }
}

/** A temporary file without a name: the system deletes it when the process ends, also after kill -9. */
async function openUnnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `oja-backup-${randomBytes(16).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function addSecretKey(archive: ArchiveWriter, file: string): Promise<void> {
  try {
    await archive.add(names.secretKey, await readFile(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function addParts(
  archive: ArchiveWriter,
  kind: 'tables' | 'unsent',
  name: string,
  parts: AsyncIterable<Part>,
): Promise<number> {
  let rows = 0
  let count = 0
  for await (const part of parts) {
    count += 1
    rows += part.rows
    await archive.add(partName(kind, name, count), part.bytes)
  }
  return rows
}

/** Pictures read ahead, since a bucket serves many requests at once. */
const ahead = 4
const formats: PhotoFormat[] = ['avif', 'webp', 'jpg']

async function addPhotos(
  archive: ArchiveWriter,
  storage: PhotoStorage,
  photos: AsyncIterable<string>,
  summary: Summary,
): Promise<void> {
  const reading: { photo: DumpedPhoto; files: ReturnType<typeof readFiles> }[] = []
  const addNext = async () => {
    const next = reading.shift()
    if (!next) return
    const files = await next.files
    const url = photoUrl(next.photo.id, next.photo.width)
    if (next.photo.isUsed && !files.some(({ key }) => `/media/${key}` === url)) summary.missing.push(url)
    for (const { key, bytes } of files) await archive.add(`media/${key}`, bytes)
    summary.files += files.length
  }
  for await (const line of photos) {
    const photo = readPhotoLine(line)
    const files = readFiles(storage, photo)
    // An error is handled when the file's turn comes.
    files.catch(() => {})
    reading.push({ photo, files })
    if (reading.length >= ahead) await addNext()
  }
  while (reading.length > 0) await addNext()
}

/** Every existing file of a picture: which sizes exist depends on when it was uploaded. */
async function readFiles(
  storage: PhotoStorage,
  { id, width }: DumpedPhoto,
): Promise<{ key: string; bytes: Buffer }[]> {
  const keys = photoWidths(width).flatMap((size) => formats.map((format) => photoKey(id, size, format)))
  const found = await Promise.all(keys.map(async (key) => ({ key, bytes: await storage.get(key) })))
  return found.flatMap(({ key, bytes }) => (bytes ? [{ key, bytes }] : []))
}
