import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { offlineCaches, readOfListingPage } from '#web/lib/offline-caches.ts'
import { isCacheable, isOfPublicPage } from './cache-rules.ts'
import { cachePublicCopy, dropCopies, isGone, withTimestamp } from './public-copies.ts'

/** Deletes the oldest entries of a cache beyond a number, and those older than some days. */
export const expireAfter = (maxEntries: number, days: number) =>
  new ExpirationPlugin({
    maxEntries,
    maxAgeSeconds: days * 86_400,
    matchOptions: { ignoreVary: true },
    purgeOnQuotaError: true,
  })

/**
 * Pictures never change under their address. If the requested size is not cached, another size of the same picture is returned.
 */
export const pictures = new CacheFirst({
  cacheName: offlineCaches.pictures,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) =>
        response.status === 200 && isOfPublicPage(request.referrer) ? response : null,
    },
    expireAfter(200, 30),
    { handlerDidError: ({ request }) => otherSize(request.url) },
  ],
})

async function otherSize(url: string): Promise<Response | undefined> {
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  const cache = await caches.open(offlineCaches.pictures)
  const known = (await cache.keys()).filter((request) => request.url.startsWith(folder))
  const width = (request: Request) => Number.parseInt(request.url.slice(folder.length), 10)
  const largest = known.sort((a, b) => width(b) - width(a))[0]
  return largest && cache.match(largest, { ignoreVary: true })
}

/** Scripts and styles with a hash in their name. Those of earlier versions stay until space runs out. */
export const assets = new CacheFirst({
  cacheName: 'oja-assets',
  matchOptions: { ignoreVary: true },
  plugins: [expireAfter(100, 30)],
})

/**
 * Public reads of the API: network first, with the cached copy only if the server cannot be reached. There is no timeout: the
 * app reads again after a change, and an old copy would visibly undo it.
 */
export const apiStrategy = new NetworkFirst({
  cacheName: offlineCaches.reads,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      async cacheWillUpdate({ request, response }) {
        const { pathname } = new URL(request.url)
        const isListing = readOfListingPage(pathname.replace(/^\/api/, '')) === pathname
        if (isCacheable(response.status, response.headers.get('cache-control')))
          return withTimestamp(await response.blob(), response)
        if (isListing && isGone(response.status)) await dropCopies([pathname, pathname.replace(/^\/api/, '')])
        if (isListing && response.status === 200) await cachePublicCopy(pathname)
        return null
      },
    },
    expireAfter(200, 7),
  ],
})
