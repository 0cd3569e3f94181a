import type { Listing } from '#shared/contract/listings.ts'
import { copiedAtHeader, offlineCaches, readOfListingPage } from './offline-caches.ts'

export interface OfflineListing {
  listing: Listing
  /** Milliseconds since the epoch. */
  keptAt: number
}

/** The listings opened recently on this device that can be shown offline, newest first. Browser only. */
export async function readOfflineListings(atMost: number): Promise<OfflineListing[]> {
  if (!('caches' in window) || !(await caches.has(offlineCaches.reads))) return []
  const cache = await caches.open(offlineCaches.reads)
  const requests = (await cache.keys()).filter(({ url }) => isListingRead(new URL(url).pathname))
  const answers = await Promise.all(requests.map((request) => cache.match(request, { ignoreVary: true })))
  const kept = answers
    .filter((answer) => answer !== undefined)
    .map((answer) => ({ answer, keptAt: Number(answer.headers.get(copiedAtHeader)) }))
    .sort((a, b) => b.keptAt - a.keptAt)
    .slice(0, atMost)
  return Promise.all(kept.map(async ({ answer, keptAt }) => ({ listing: await answer.json(), keptAt })))
}

function isListingRead(pathname: string): boolean {
  return readOfListingPage(pathname.replace(/^\/api/, '')) === pathname
}
