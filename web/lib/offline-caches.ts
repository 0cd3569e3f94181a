/** The service worker's caches of pages and data seen on this device. Everything in them is public. */
export const offlineCaches = { pages: 'oja-pages', reads: 'oja-reads', pictures: 'oja-pictures' } as const

/** Header of a cached response: when it was cached, in milliseconds since the epoch by this device's clock. */
export const copiedAtHeader = 'x-oja-kept'

/** API address of a listing page's data; null for any other page. */
export function readOfListingPage(pathname: string): string | null {
  return /^\/listings\/[1-9]\d*$/.test(pathname) ? `/api${pathname}` : null
}

/** Deletes the caches, so that the next user of this device does not see them. */
export async function clearOfflineCaches(): Promise<void> {
  // There are no caches over plain HTTP, except on localhost.
  if (!('caches' in globalThis)) return
  await Promise.all(Object.values(offlineCaches).map((name) => caches.delete(name)))
}

export type WorkerMessage =
  /** The waiting version may activate; with `ifAlone` only if no other tab shows the app. */
  | { type: 'take-over'; ifAlone: boolean }
  /** Requests that this tab made before the worker was active, and from which page. */
  | { type: 'seen'; from: string; addresses: string[] }
