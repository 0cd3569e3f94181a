import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { bounds } from '#server/core/limits/bounds.ts'
import { createSemaphore } from '#server/core/limits/semaphore.ts'
import type { PhotoStorage } from '#server/core/storage.ts'
import { readClock } from '#server/db/clock.ts'
import { mayDeleteMedia } from '#server/db/media-lock.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#shared/errors.ts'
import { photoKey, photoUrl } from '#shared/photo-sizes.ts'
import { deleteOrphanedUploads, deleteUpload, insertUpload } from './uploads.db.ts'

/** A picture of ours, in the form in which a listing keeps it. */
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

/** Pictures are processed on all cores but one, which is left to answering. */
const processing = createSemaphore(Math.max(1, availableParallelism() - 1))

/**
 * Throws UNAVAILABLE where many pictures wait and this account has its share among them. Whoever has fewer is let in: their
 * picture is made in turn, not after all of the others.
 */
export function refuseWhenBusy(accountId: number): void {
  const waiting = processing.waiting()
  if (waiting < bounds.photos) return
  if (processing.waiting(String(accountId)) * processing.waitingKeys() < waiting) return
  throw new AppError(
    'UNAVAILABLE',
    'Many pictures are being uploaded right now. Please try again in a moment.',
    { retryAfter: 10 },
  )
}

/**
 * Makes and keeps every size of a picture, which is read into memory when its turn comes; when it answers, all of its addresses
 * work. Throws AppError for bytes that are no usable picture (see processPhoto), and leaves nothing behind when it fails.
 */
export async function storePhoto(
  { db, storage }: { db: Db; storage: PhotoStorage },
  picture: Buffer | (() => Promise<Buffer>),
  uploaderId: number | null,
  options?: { avifEffort?: number },
): Promise<StoredPhoto> {
  const { width, height, placeholder, files } = await processing.run(async () => {
    // Its code is large, and no start has to wait for it.
    const { processPhoto } = await import('./photo-processing.ts')
    return processPhoto(Buffer.isBuffer(picture) ? picture : await picture(), options)
  }, String(uploaderId))
  const id = createPhotoId()
  const photo = { url: photoUrl(id, width), width, height, placeholder }
  // The row comes first: should the process die while files are being written, the sweep finds them by it.
  await insertUpload(db, { id, uploader_id: uploaderId, ...photo })
  try {
    const writes = files.map((file) =>
      storage.put(photoKey(id, file.width, file.format), file.bytes, contentTypes[file.format]),
    )
    // All have ended before anything is deleted, so that none is written after.
    const failed = (await Promise.allSettled(writes)).find((write) => write.status === 'rejected')
    if (failed) throw failed.reason
  } catch (error) {
    await discard({ db, storage }, id)
    throw error
  }
  return photo
}

/**
 * 128 random bits, in the form of a UUID (which would have 122): who talks to whom sees the addresses of their pictures, and nobody
 * else may guess them.
 */
function createPhotoId(): string {
  return randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Takes back a picture that could not be stored whole; where that fails too, its row is left for the sweep. */
async function discard({ db, storage }: { db: Db; storage: PhotoStorage }, id: string): Promise<void> {
  try {
    await storage.deleteAll(`photos/${id}`)
    await deleteUpload(db, id)
  } catch {
    // The failure that led here is the one to report.
  }
}

/** Milliseconds that an uploaded picture may wait for the listing, the profile or the message that shows it. */
const orphanAge = 24 * 60 * 60 * 1000
/** Few at a time: while files are being deleted, the transaction stands idle (patience.idleInTransaction). */
const batch = 20

/**
 * Deletes rows and files of pictures older than a day that no listing, no profile and no message shows; answers how many.
 * A row goes only when its files are gone, so a sweep that was cut short is made good by the next.
 */
export async function sweepOrphanedPhotos({
  db,
  storage,
}: {
  db: Db
  storage: PhotoStorage
}): Promise<number> {
  // By the database's clock: a server whose own runs ahead would take what was uploaded just now.
  const before = new Date((await readClock(db)).getTime() - orphanAge)
  for (let swept = 0; ; ) {
    const ids = await inTransaction(db, async (tx) => {
      // A backup may be about to read them: the next sweep finds them.
      if (!(await mayDeleteMedia(tx))) return []
      const orphans = await deleteOrphanedUploads(tx, before, batch)
      for (const id of orphans) await storage.deleteAll(`photos/${id}`)
      return orphans
    })
    swept += ids.length
    if (ids.length < batch) return swept
  }
}
