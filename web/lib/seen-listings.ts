import type { Listing } from '#shared/contract/listings.ts'
import { keptHeader, readOfListingPage, seenCaches } from './seen-caches.ts'

export interface SeenListing {
  listing: Listing
  /** Milliseconds since the epoch. */
  keptAt: number
}

/** The listings that this device opened lately and can show without a connection, the latest first. Browser only. */
export async function readSeenListings(atMost: number): Promise<SeenListing[]> {
  if (!('caches' in window) || !(await caches.has(seenCaches.reads))) return []
  const cache = await caches.open(seenCaches.reads)
  const requests = (await cache.keys()).filter(({ url }) => isListingRead(new URL(url).pathname))
  const answers = await Promise.all(requests.map((request) => cache.match(request, { ignoreVary: true })))
  const kept = answers
    .filter((answer) => answer !== undefined)
    .map((answer) => ({ answer, keptAt: Number(answer.headers.get(keptHeader)) }))
    .sort((a, b) => b.keptAt - a.keptAt)
    .slice(0, atMost)
  return Promise.all(kept.map(async ({ answer, keptAt }) => ({ listing: await answer.json(), keptAt })))
}

function isListingRead(pathname: string): boolean {
  return readOfListingPage(pathname.replace(/^\/api/, '')) === pathname
}
