import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst } from 'workbox-strategies'
import { readOfListingPage, seenCaches } from '#web/lib/seen-caches.ts'
import { dropCopies, isGone, keepPublicCopy, stamped } from './public-copies.ts'
import { mayKeep } from './rules.ts'

/**
 * Public reads of the API: from the server, and where it cannot be reached the kept copy. No impatience: after a change
 * the app reads again, and an old copy would undo it before one's eyes.
 */
export const reads = new NetworkFirst({
  cacheName: seenCaches.reads,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      async cacheWillUpdate({ request, response }) {
        const { pathname } = new URL(request.url)
        const isListing = readOfListingPage(pathname.replace(/^\/api/, '')) === pathname
        if (mayKeep(response.status, response.headers.get('cache-control')))
          return stamped(await response.blob(), response)
        if (isListing && isGone(response.status)) await dropCopies([pathname, pathname.replace(/^\/api/, '')])
        if (isListing && response.status === 200) await keepPublicCopy(pathname)
        return null
      },
    },
    new ExpirationPlugin({
      maxEntries: 200,
      maxAgeSeconds: 7 * 86_400,
      matchOptions: { ignoreVary: true },
      purgeOnQuotaError: true,
    }),
  ],
})
