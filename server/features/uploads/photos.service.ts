import { siteOrigin } from '#server/core/http/origin.ts'
import type { Db } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import type { Photo } from '#shared/contract/common.ts'
import { parseUrl, sameOriginPath } from '#shared/same-origin.ts'
import { findUploads } from './uploads.db.ts'

/** The allowed origins of pictures. */
export interface PhotoOrigins {
  /** This server's origins, such as https://oja.example: the requested one, and PUBLIC_URL. */
  origins: string[]
  /** Origin of the image host that UPLOAD_URL names, if any. */
  imageHost: string | null
}

/** The allowed origins for a request to this protocol and host. */
export function photoOrigins(
  env: Pick<Env, 'PUBLIC_URL' | 'PORT' | 'UPLOAD_URL'>,
  { protocol, host }: { protocol: string; host: string },
): PhotoOrigins {
  return {
    origins: [`${protocol}://${host}`, siteOrigin(env)],
    imageHost: env.UPLOAD_URL ? new URL(env.UPLOAD_URL).origin : null,
  }
}

/** The addresses of a form's pictures as they are stored; without invalid ones. */
export function storedUrls(addresses: string[], { origins }: PhotoOrigins): string[] {
  return addresses.map((address) => toStoredUrl(address, origins)).filter((url) => url !== null)
}

/**
 * Resolves picture addresses of a form, in order: pictures that the upload returned to this user, ones on the
 * configured image host, or `existing` ones; null in place of each other one.
 */
export async function findOwnPhotos(
  db: Db,
  uploaderId: number,
  addresses: string[],
  { origins, imageHost }: PhotoOrigins,
  existing: Photo[] = [],
): Promise<(Photo | null)[]> {
  const urls = addresses.map((address) => toStoredUrl(address, origins))
  const known = new Map(existing.map((photo) => [photo.url, photo]))
  const asked = urls.filter((url) => url?.startsWith('/') && !known.has(url))
  if (asked.length > 0) {
    for (const photo of await findUploads(db, uploaderId, asked as string[])) known.set(photo.url, photo)
  }
  return urls.map((url): Photo | null => {
    if (url === null) return null
    const elsewhere = imageHost !== null && URL.canParse(url) && new URL(url).origin === imageHost
    return known.get(url) ?? (elsewhere ? { url, width: null, height: null, placeholder: null } : null)
  })
}

/** The path of an own picture, the full address of one on another host; null for an invalid address. */
function toStoredUrl(address: string, origins: string[]): string | null {
  if (address.includes('\0')) return null
  const own = origins.map((origin) => sameOriginPath(address, origin)).find((path) => path !== null)
  return own === undefined ? (parseUrl(address)?.href ?? null) : (own.split(/[?#]/)[0] ?? null)
}
