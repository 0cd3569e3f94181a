/** The caches of what this device has seen lately, written by the service worker. Everything in them is public. */
export const seenCaches = { pages: 'oja-pages', reads: 'oja-reads', pictures: 'oja-pictures' } as const

/** On a kept answer: when it was kept, in milliseconds since the epoch by this device's clock. */
export const keptHeader = 'x-oja-kept'

/** Where a listing is read; null for any other page. */
export function readOfListingPage(pathname: string): string | null {
  return /^\/listings\/[1-9]\d*$/.test(pathname) ? `/api${pathname}` : null
}

/** Forgets all that was seen: whoever uses this device next has seen nothing. */
export async function forgetSeen(): Promise<void> {
  // There are no caches over plain HTTP, but for this machine itself.
  if (!('caches' in globalThis)) return
  await Promise.all(Object.values(seenCaches).map((name) => caches.delete(name)))
}
