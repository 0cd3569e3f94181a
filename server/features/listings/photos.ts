import type { Db } from '#server/db/pool.ts'
import type { Photo } from '#shared/contract/common.ts'
import { AppError } from '#shared/errors.ts'
import { findUploads } from './photos.db.ts'

/** Where photos may lie. */
export interface PhotoPlaces {
  /** Hosts of this server, such as `oja.example`. */
  ownHosts: string[]
  /** Origin of the image host that UPLOAD_URL names, if any. */
  imageHost: string | null
}

/** The base of relative addresses: no real host. */
const here = 'http://oja.invalid'

/**
 * The pictures behind the addresses that a form sent: what our upload returned to this seller, what lies on the configured
 * image host, or what the listing has already (`kept`). Throws VALIDATION_FAILED naming `photos.N` for any other.
 */
export async function resolvePhotos(
  db: Db,
  sellerId: number,
  addresses: string[],
  { ownHosts, imageHost }: PhotoPlaces,
  kept: Photo[] = [],
): Promise<Photo[]> {
  const urls = addresses.map((address) => toStoredUrl(address, ownHosts))
  const known = new Map(kept.map((photo) => [photo.url, photo]))
  const asked = urls.filter((url) => url?.startsWith('/') && !known.has(url))
  if (asked.length > 0) {
    for (const photo of await findUploads(db, sellerId, asked as string[])) known.set(photo.url, photo)
  }
  const photos = urls.map((url): Photo | null => {
    if (url === null) return null
    const elsewhere = imageHost !== null && URL.canParse(url) && new URL(url).origin === imageHost
    return known.get(url) ?? (elsewhere ? { url, width: null, height: null, placeholder: null } : null)
  })

  const errors = photos.flatMap((photo, index) => {
    if (!photo)
      return [
        { path: `photos.${index}`, message: 'This photo was not uploaded here. Please upload it again' },
      ]
    const again = urls.indexOf(photo.url) < index
    return again ? [{ path: `photos.${index}`, message: 'The same photo is there twice' }] : []
  })
  if (errors[0]) throw new AppError('VALIDATION_FAILED', errors[0].message, { errors })
  return photos.filter((photo) => photo !== null)
}

/** A picture of ours as its path, one of another host as its whole address; null where it is no address. */
function toStoredUrl(address: string, ownHosts: string[]): string | null {
  if (!URL.canParse(address, here) || address.includes('\0')) return null
  const url = new URL(address, here)
  const isOurs = url.origin === here || (/^https?:$/.test(url.protocol) && ownHosts.includes(url.host))
  return isOurs ? url.pathname : url.href
}
