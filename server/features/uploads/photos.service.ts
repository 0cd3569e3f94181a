import { siteOrigin } from '#server/core/http/origin.ts'
import type { Db } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import type { Photo } from '#shared/contract/common.ts'
import { ownPath, parse } from '#shared/own-address.ts'
import { findUploads } from './uploads.db.ts'

/** Where pictures may lie. */
export interface PhotoPlaces {
  /** Where this server is, such as https://oja.example: as it was asked, and as PUBLIC_URL says. */
  origins: string[]
  /** Origin of the image host that UPLOAD_URL names, if any. */
  imageHost: string | null
}

/** The places for a request that came to this protocol and host. */
export function photoPlaces(
  env: Pick<Env, 'PUBLIC_URL' | 'PORT' | 'UPLOAD_URL'>,
  { protocol, host }: { protocol: string; host: string },
): PhotoPlaces {
  return {
    origins: [`${protocol}://${host}`, siteOrigin(env)],
    imageHost: env.UPLOAD_URL ? new URL(env.UPLOAD_URL).origin : null,
  }
}

/**
 * The pictures behind addresses that a form sent, in their order: what our upload returned to this user, what lies on the
 * configured image host, or what is there already (`kept`); null for any other.
 */
export async function findOwnPhotos(
  db: Db,
  uploaderId: number,
  addresses: string[],
  { origins, imageHost }: PhotoPlaces,
  kept: Photo[] = [],
): Promise<(Photo | null)[]> {
  const urls = addresses.map((address) => toStoredUrl(address, origins))
  const known = new Map(kept.map((photo) => [photo.url, photo]))
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

/** A picture of ours as its path, one of another host as its whole address; null where it is no address. */
function toStoredUrl(address: string, origins: string[]): string | null {
  if (address.includes('\0')) return null
  const own = origins.map((origin) => ownPath(address, origin)).find((path) => path !== null)
  return own === undefined ? (parse(address)?.href ?? null) : (own.split(/[?#]/)[0] ?? null)
}
