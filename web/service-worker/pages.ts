import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst } from 'workbox-strategies'
import { stateElementId } from '#web/lib/data-block.ts'
import { readOfListingPage, seenCaches } from '#web/lib/seen-caches.ts'
import { dropCopies, isGone, keepPublicCopy, keepRead, stamped } from './public-copies.ts'
import { noteReader } from './reader.ts'
import { isPublicPage, mayKeep, readerOf } from './rules.ts'

/** Seconds that a line may take before the kept copy of a page is shown; without one the line is waited for. */
const patience = 4

/** Pages: always from the server first, so that nobody stays on an old version; visitors' pages are kept. */
export const pages = new NetworkFirst({
  cacheName: seenCaches.pages,
  networkTimeoutSeconds: patience,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => keyOf(new URL(request.url)),
      cacheWillUpdate: ({ request, response }) => keepable(new URL(request.url), response),
    },
    new ExpirationPlugin({
      maxEntries: 50,
      maxAgeSeconds: 7 * 86_400,
      matchOptions: { ignoreVary: true },
      purgeOnQuotaError: true,
    }),
  ],
})

/** Only lists differ by their query. */
function keyOf({ origin, pathname, search }: URL): string {
  return pathname === '/listings' ? origin + pathname + search : origin + pathname
}

async function keepable({ pathname }: URL, response: Response): Promise<Response | null> {
  const cacheControl = response.headers.get('cache-control')
  const reader = readerOf(cacheControl)
  if (reader) await noteReader(reader)
  const read = readOfListingPage(pathname)
  if (read && isGone(response.status)) await dropCopies([pathname, read])
  if (read && reader === 'member' && response.status === 200) await keepPublicCopy(read)
  if (!isPublicPage(pathname) || !mayKeep(response.status, cacheControl)) return null

  const html = await response.text()
  if (read) await keepRead(read, listingOf(html, read))
  // So that the page knows that it is a copy, and how old.
  return stamped(html.replace('<html ', `<html data-kept="${Date.now()}" `), response)
}

const block = new RegExp(`<script type="application/json" id="${stateElementId}">([^<]*)</script>`)

/** The listing in the data block that a listing's page carries for its hydration. */
function listingOf(html: string, read: string): unknown {
  const { reads } = JSON.parse(block.exec(html)?.[1] ?? '') as { reads: { key: string[]; data?: unknown }[] }
  return reads.find(({ key }) => key.join('/') === read)?.data
}
