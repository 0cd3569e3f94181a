import { copiedAtHeader, offlineCaches } from '#web/lib/offline-caches.ts'
import { isCacheable } from './cache-rules.ts'

/** Milliseconds for which an additional public copy is not fetched again. */
const freshFor = 3_600_000

/** The same response with the time of caching. */
export function withTimestamp(body: BodyInit, { status, headers }: Response): Response {
  const kept = new Headers(headers)
  // The body is already decompressed.
  kept.delete('content-encoding')
  kept.delete('content-length')
  kept.set(copiedAtHeader, String(Date.now()))
  return new Response(body, { status, headers: kept })
}

/**
 * Caches a visitor's response of an API address for a signed-in user, whose own response is private. It costs a few KB, so at
 * most once an hour, and never with the browser's own data saver; Oja's switch is a cookie, which a worker cannot read in every browser.
 */
export async function cachePublicCopy(path: string): Promise<void> {
  if (isBrowserSavingData()) return
  const cache = await caches.open(offlineCaches.reads)
  const before = await cache.match(path, { ignoreVary: true })
  if (before && Date.now() - Number(before.headers.get(copiedAtHeader)) < freshFor) return
  const response = await fetch(path, { credentials: 'omit' })
  if (isCacheable(response.status, response.headers.get('cache-control')))
    await cache.put(path, withTimestamp(await response.blob(), response))
  else if (isGone(response.status)) await cache.delete(path, { ignoreVary: true })
}

/** Caches a part of a visitor's page data as if it were an API response. */
export async function cacheRead(path: string, data: unknown): Promise<void> {
  const cache = await caches.open(offlineCaches.reads)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  await cache.put(path, withTimestamp(JSON.stringify(data), new Response(null, { headers })))
}

/** Deleted or hidden: a cached copy would make it look available. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410
}

export async function dropCopies(paths: string[]): Promise<void> {
  for (const name of [offlineCaches.pages, offlineCaches.reads]) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    await Promise.all(paths.map((path) => cache.delete(path, { ignoreVary: true })))
  }
}

function isBrowserSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
