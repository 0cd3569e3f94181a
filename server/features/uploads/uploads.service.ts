import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { bounds } from '#server/bounds.ts'
import type { PhotoStorage } from '#server/core/storage.ts'
import { readClock } from '#server/db/clock.ts'
import { tryLockMediaDeletion } from '#server/db/media-lock.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#shared/errors.ts'
import { dayMs } from '#shared/limits.ts'
import { photoKey, photoUrl, photoWidths } from '#shared/photo-sizes.ts'
import { createSemaphore } from '#shared/semaphore.ts'
import { compareWithListings } from './similar-photos.db.ts'
import {
  deleteUploads,
  insertUpload,
  retireUnused,
  takeUnhashed,
  updateHashes,
  writePhotoHashes,
} from './uploads.db.ts'

interface Stores {
  db: Db
  storage: PhotoStorage
}

/** One of Oja's pictures, in the form in which a listing stores it. */
export interface StoredPhoto {
  /** Root-relative and canonical: `/media/photos/<id>/960.webp`. */
  url: string
  /** Pixels of the largest size. */
  width: number
  height: number
  /** A thumbhash, base64. */
  placeholder: string
}

export const contentTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

/** Processing uses all cores but one, which stays free for requests. */
const processing = createSemaphore(Math.max(1, availableParallelism() - 1))

/**
 * Throws UNAVAILABLE if many pictures are queued and this account has its share among them. An account with
 * fewer is accepted, and its picture is processed in turn, not after all others.
 */
export function refuseWhenBusy(accountId: number): void {
  const queueLength = processing.waiting()
  if (queueLength < bounds.queuedPhotos) return
  if (processing.waiting(String(accountId)) * processing.waitingKeys() < queueLength) return
  throw new AppError(
    'UNAVAILABLE',
    'Many pictures are being uploaded right now. Please try again in a moment.',
    { retryAfter: 10 },
  )
}

/**
 * Makes and stores every size of a picture, which is read into memory when its turn comes; when it resolves,
 * all addresses work. Throws AppError for an unusable picture (see processPhoto), and leaves nothing behind
 * on failure.
 */
export async function storePhoto(
  { db, storage }: Stores,
  picture: Buffer | (() => Promise<Buffer>),
  uploaderId: number | null,
  options?: { avifEffort?: number },
): Promise<StoredPhoto> {
  const { width, height, placeholder, hashes, files } = await processing.run(async () => {
    // A large module, so no start waits for it.
    const { processPhoto } = await import('./photo-processing.ts')
    return processPhoto(Buffer.isBuffer(picture) ? picture : await picture(), options)
  }, String(uploaderId))
  const id = createPhotoId()
  const photo = { url: photoUrl(id, width), width, height, placeholder }
  // The row comes first: if the process dies while files are being written, the cleanup finds them by it.
  await insertUpload(db, { id, uploader_id: uploaderId, ...photo }, hashes)
  try {
    const writes = files.map((file) =>
      storage.put(photoKey(id, file.width, file.format), file.bytes, contentTypes[file.format]),
    )
    // Waits for all before deleting, so that no file is written after.
    const all = await Promise.allSettled([...writes, compareWithListings(db, photo.url)])
    const failed = all.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  } catch (error) {
    await discard({ db, storage }, id)
    throw error
  }
  return photo
}

/**
 * 128 random bits in the form of a UUID (which would have 122): a picture's address is visible to the parties
 * of a conversation, and nobody else may guess it.
 */
function createPhotoId(): string {
  return randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Deletes a picture that could not be stored completely; if that fails too, the cleanup finds its row. */
async function discard({ db, storage }: Stores, id: string): Promise<void> {
  try {
    await storage.deleteAll(`photos/${id}`)
    await deleteUploads(db, [id])
  } catch {
    // The original failure is the one to report.
  }
}

/** Milliseconds that an uploaded picture may wait to be used. */
const orphanAge = dayMs
/** Pictures whose use is looked up at once. */
const retiredAtOnce = 5000
/** Few at a time: the transaction is idle while files are being deleted (timeouts.idleInTransaction). */
const batch = 20

/**
 * Deletes rows and files of pictures older than a day that nothing uses (`usedPhotoIds`); returns their
 * number. A row is deleted only after its files, so the next run completes an interrupted one.
 */
export async function sweepOrphanedPhotos({ db, storage }: Stores): Promise<number> {
  // By the database's clock: a server whose clock is fast would delete what was uploaded just now.
  const before = new Date((await readClock(db)).getTime() - orphanAge)
  for (let swept = 0; ; ) {
    const ids = await inTransaction(db, (tx) => retireUnused(tx, before, retiredAtOnce))
    for (let start = 0; start < ids.length; start += batch) {
      const some = ids.slice(start, start + batch)
      const isDeleted = await inTransaction(db, async (tx) => {
        // A backup may be about to read them: the next run finds them.
        if (!(await tryLockMediaDeletion(tx))) return false
        await Promise.all(some.map((id) => storage.deleteAll(`photos/${id}`)))
        await deleteUploads(tx, some)
        return true
      })
      if (!isDeleted) return swept
      swept += some.length
    }
    if (ids.length < retiredAtOnce) return swept
  }
}

/** Listings per transaction, and transactions per run. */
const batchSize = 20
const batchesPerRun = 200

/**
 * Computes the hashes of photos that were uploaded before there were hashes, those of the newest listings first. Several
 * servers may run it at once; what an interrupted run left is done by the next one.
 */
export async function hashOlderPhotos({ db, storage }: Stores): Promise<void> {
  const { hashUpload } = await import('./photo-processing.ts')
  for (let run = 0; run < batchesPerRun; run += 1) {
    const isMore = await inTransaction(db, async (tx) => {
      const part = await takeUnhashed(tx, batchSize)
      if (!part) return false
      for (const { id, width } of part.uploads) {
        const size = photoWidths(width).find((each) => each >= hashedWidth) ?? width
        const bytes = await storage.get(photoKey(id, size, 'webp'))
        await updateHashes(tx, id, bytes && (await hashUpload(bytes).catch(() => null)))
      }
      await writePhotoHashes(tx, part.ids)
      return true
    })
    if (!isMore) return
  }
}

/** Pixels: the stored width that older photos are hashed from. */
const hashedWidth = 320
