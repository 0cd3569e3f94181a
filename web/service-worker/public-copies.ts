import { keptHeader, seenCaches } from '#web/lib/seen-caches.ts'
import { mayKeep } from './rules.ts'

/** Milliseconds for which a copy that was made besides need not be made again. */
const freshFor = 3_600_000

/** The same answer with the time at which it is kept. */
export function stamped(body: BodyInit, { status, headers }: Response): Response {
  const kept = new Headers(headers)
  // The body is unpacked by now.
  kept.delete('content-encoding')
  kept.delete('content-length')
  kept.set(keptHeader, String(Date.now()))
  return new Response(body, { status, headers: kept })
}

/**
 * Keeps what a visitor is answered at an address of the API: for somebody who is signed in, whose own answer is theirs
 * alone. A few KB besides, so at most once an hour, and never where the device asks to save data.
 */
export async function keepPublicCopy(path: string): Promise<void> {
  if (savesData()) return
  const cache = await caches.open(seenCaches.reads)
  const before = await cache.match(path, { ignoreVary: true })
  if (before && Date.now() - Number(before.headers.get(keptHeader)) < freshFor) return
  const answer = await fetch(path, { credentials: 'omit' })
  if (mayKeep(answer.status, answer.headers.get('cache-control')))
    await cache.put(path, stamped(await answer.blob(), answer))
  else if (isGone(answer.status)) await cache.delete(path, { ignoreVary: true })
}

/** Keeps what a visitor's page was made from as if it had been read from the API. */
export async function keepRead(path: string, data: unknown): Promise<void> {
  const cache = await caches.open(seenCaches.reads)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  await cache.put(path, stamped(JSON.stringify(data), new Response(null, { headers })))
}

/** Deleted or hidden: a kept copy would make it look alive. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410
}

/** Drops the copies of something that is gone. */
export async function dropCopies(paths: string[]): Promise<void> {
  for (const name of [seenCaches.pages, seenCaches.reads]) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    await Promise.all(paths.map((path) => cache.delete(path, { ignoreVary: true })))
  }
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
