import { NetworkFirst } from 'workbox-strategies'
import { offlineCaches, readOfListingPage } from '#web/lib/offline-caches.ts'
import { isCacheable } from './cache-rules.ts'
import { expireAfter } from './expiration.ts'
import { cachePublicCopy, dropCopies, isGone, withTimestamp } from './public-copies.ts'

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
