import type { Db } from '#server/db/pool.ts'
import { findOwnPhotos, type PhotoOrigins } from '#server/features/uploads/uploads.public.ts'
import type { Photo } from '#shared/contract/common.ts'
import { AppError } from '#shared/errors.ts'

/**
 * The pictures behind the addresses that a form sent: the seller's own (see findOwnPhotos), or what the listing has already
 * (`kept`). Throws VALIDATION_FAILED naming `photos.N` for any other.
 */
export async function resolvePhotos(
  db: Db,
  sellerId: number,
  addresses: string[],
  origins: PhotoOrigins,
  kept: Photo[] = [],
): Promise<Photo[]> {
  const photos = await findOwnPhotos(db, sellerId, addresses, origins, kept)
  const urls = photos.map((photo) => photo?.url)
  const errors = photos.flatMap((photo, index) => {
    const path = `photos.${index}`
    if (!photo) return [{ path, message: 'This photo was not uploaded here. Please upload it again' }]
    return urls.indexOf(photo.url) < index ? [{ path, message: 'The same photo is there twice' }] : []
  })
  if (errors[0]) throw new AppError('VALIDATION_FAILED', errors[0].message, { errors })
  return photos.filter((photo) => photo !== null)
}
