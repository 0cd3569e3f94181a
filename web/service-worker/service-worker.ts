import { clientsClaim } from 'workbox-core'
import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import type { WorkerMessage } from '#web/lib/offline-caches.ts'
import { listenForSyncs } from './background-sync.ts'
import { isNotPage, isPublicPage, isPublicRead } from './cache-rules.ts'
import { inChosenTheme } from './chosen-theme.ts'
import { pageStrategy } from './page-strategy.ts'
import { cachePublicCopy } from './public-copies.ts'
import { listenForPushes } from './push.ts'
import { apiStrategy, assets, pictures } from './strategies.ts'

declare const self: ServiceWorkerGlobalScope
/** The precache list; scripts/build-service-worker.mjs inserts it here. */
declare const __PRECACHE__: PrecacheEntry[]

/** Rendered without a user: the fallback for pages that are not cached. */
const offlinePage = '/offline'

const precached = new PrecacheController({
  // The offline page is rendered without a user: send no cookie.
  plugins: [{ requestWillFetch: async ({ request }) => new Request(request, { credentials: 'omit' }) }],
})
precached.precache(__PRECACHE__)

registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !isNotPage(url.pathname),
  async (options) => {
    try {
      return await pageStrategy.handle(options)
    } catch {
      const copy = await precached.matchPrecache(offlinePage)
      return copy ? inChosenTheme(copy) : fetch(options.request)
    }
  },
)
registerRoute(({ url }) => precached.getCacheKeyForURL(url.href) !== undefined, precached.strategy)
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assets)
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/media/'), pictures)
registerRoute(({ url, sameOrigin }) => sameOrigin && isPublicRead(url.pathname), apiStrategy)
// If a cache fails, the network still serves the request.
setCatchHandler(async ({ request }) => fetch(request))

clientsClaim()
self.addEventListener('activate', (event) => {
  // Navigation preload: pages need not wait for the worker to start.
  event.waitUntil(self.registration.navigationPreload?.enable())
})

listenForPushes()
listenForSyncs()
self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage
  if (message.type === 'take-over') event.waitUntil(takeOver(message.ifAlone))
  if (message.type === 'seen') event.waitUntil(cacheSeen(event, message))
})

/** Milliseconds between two counts of the tabs, and their number: a page that was just left may be counted for a moment. */
const pollInterval = 500
const maxPolls = 10

/** Tabs of the previous version may still need its files. */
async function takeOver(ifAlone: boolean): Promise<void> {
  for (let poll = 1; ifAlone; poll += 1) {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (tabs.length <= 1) break
    if (poll === maxPolls) return
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  await self.skipWaiting()
}

/**
 * Caches what this device requested before the worker was active. The HTTP cache has it, so the server responds with 304 at
 * most.
 */
async function cacheSeen(
  event: ExtendableMessageEvent,
  { from, addresses }: Extract<WorkerMessage, { type: 'seen' }>,
): Promise<void> {
  const kept = addresses.map(async (address) => {
    const url = new URL(address)
    if (url.origin !== self.location.origin) return
    const request = new Request(url, { referrer: from })
    if (url.pathname.startsWith('/media/')) await pictures.handle({ event, request })
    else if (isPublicPage(url.pathname)) await pageStrategy.handle({ event, request })
    else if (isPublicRead(url.pathname)) await cachePublicCopy(address)
    else if (url.pathname.startsWith('/assets/') && !(await precached.matchPrecache(url.pathname)))
      await assets.handle({ event, request })
  })
  await Promise.allSettled(kept)
}
