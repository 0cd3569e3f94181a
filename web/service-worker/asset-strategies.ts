import { CacheFirst } from 'workbox-strategies'
import { offlineCaches } from '#web/lib/offline-caches.ts'
import { isOfPublicPage } from './cache-rules.ts'
import { expireAfter } from './expiration.ts'

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
