import { NetworkFirst } from 'workbox-strategies'
import { stateElementId } from '#web/lib/data-block.ts'
import { clearOfflineCaches, offlineCaches, readOfListingPage } from '#web/lib/offline-caches.ts'
import { audienceOf, isCacheable, isPublicPage, isPublicRead } from './cache-rules.ts'
import { inChosenTheme } from './chosen-theme.ts'
import { cachePublicCopy, cacheRead, dropCopies, isGone, withTimestamp } from './public-copies.ts'
import { expireAfter } from './strategies.ts'

/** Seconds to wait for the network before the cached copy of a page is shown; without a copy there is no timeout. */
const timeoutSeconds = 4
const audienceCache = 'oja-reader'
const audienceKey = '/reader'

/** Pages: network first, so nobody stays on an old version; visitors' pages are cached. */
export const pageStrategy = new NetworkFirst({
  cacheName: offlineCaches.pages,
  networkTimeoutSeconds: timeoutSeconds,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => keyOf(new URL(request.url)),
      cacheWillUpdate: ({ request, response }) => toCacheable(new URL(request.url), response),
      cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && inChosenTheme(cachedResponse),
    },
    expireAfter(50, 7),
  ],
})

/** Records whether pages are for a visitor or a member; when that changes, the caches are deleted. */
async function recordAudience(audience: 'member' | 'visitor'): Promise<void> {
  const cache = await caches.open(audienceCache)
  const before = await (await cache.match(audienceKey))?.text()
  if (before === audience) return
  if (before) await clearOfflineCaches()
  await cache.put(audienceKey, new Response(audience))
}

/** Only lists and profiles depend on their query string. */
function keyOf({ origin, pathname, search }: URL): string {
  return /^\/(listings$|users\/)/.test(pathname) ? origin + pathname + search : origin + pathname
}

async function toCacheable({ pathname }: URL, response: Response): Promise<Response | null> {
  const cacheControl = response.headers.get('cache-control')
  const audience = audienceOf(cacheControl)
  if (audience) await recordAudience(audience)
  const read = readOfListingPage(pathname)
  if (read && isGone(response.status)) await dropCopies([pathname, read])
  if (read && audience === 'member' && response.status === 200) await cachePublicCopy(read)
  if (!isPublicPage(pathname) || !isCacheable(response.status, cacheControl)) return null

  const html = await response.text()
  await cacheReads(html)
  // Tells the page that it is a copy, and its age.
  return withTimestamp(html.replace('<html ', `<html data-kept="${Date.now()}" `), response)
}

const block = new RegExp(`<script type="application/json" id="${stateElementId}">([^<]*)</script>`)

/**
 * Caches the data that a page was rendered from as API responses: pages opened later in the app do not fetch it again, and can
 * render without a connection. Pages of lists are excluded, since they need headers.
 */
async function cacheReads(html: string): Promise<void> {
  const { reads } = JSON.parse(block.exec(html)?.[1] ?? '') as { reads: { key: string[]; data?: object }[] }
  for (const { key, data } of reads)
    if (data && !('items' in data) && isPublicRead(key.join('/'))) await cacheRead(key.join('/'), data)
}
