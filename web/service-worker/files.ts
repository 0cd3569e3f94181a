import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { seenCaches } from '#web/lib/seen-caches.ts'
import { isOfPublicPage } from './rules.ts'

const month = 30 * 86_400

/** Pictures never change under their address. Where the size asked for was not seen, another of the same picture serves. */
export const pictures = new CacheFirst({
  cacheName: seenCaches.pictures,
  matchOptions: { ignoreVary: true },
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    {
      cacheWillUpdate: async ({ request, response }) => (isOfPublicPage(request.referrer) ? response : null),
    },
    new ExpirationPlugin({
      maxEntries: 200,
      maxAgeSeconds: month,
      matchOptions: { ignoreVary: true },
      purgeOnQuotaError: true,
    }),
    { handlerDidError: ({ request }) => otherSize(request.url) },
  ],
})

async function otherSize(url: string): Promise<Response | undefined> {
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  const cache = await caches.open(seenCaches.pictures)
  const known = (await cache.keys()).filter((request) => request.url.startsWith(folder))
  const width = (request: Request) => Number.parseInt(request.url.slice(folder.length), 10)
  const largest = known.sort((a, b) => width(b) - width(a))[0]
  return largest && cache.match(largest, { ignoreVary: true })
}

/** Scripts and styles with a hash in their name. Those of the version before stay as long as there is room. */
export const assets = new CacheFirst({
  cacheName: 'oja-assets',
  matchOptions: { ignoreVary: true },
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({
      maxEntries: 100,
      maxAgeSeconds: month,
      matchOptions: { ignoreVary: true },
      purgeOnQuotaError: true,
    }),
  ],
})
