import { clientsClaim } from 'workbox-core'
import { addPlugins, addRoute, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { readOfListingPage } from '#web/lib/seen-caches.ts'
import type { WorkerMessage } from '#web/lib/worker-messages.ts'
import { assets, pictures } from './files.ts'
import { pages } from './pages.ts'
import { keepPublicCopy } from './public-copies.ts'
import { reads } from './reads.ts'
import { isNoPage, isPublicRead } from './rules.ts'

declare const self: ServiceWorkerGlobalScope
/** What is there offline from the start; scripts/build.mjs writes it here. */
declare const __PRECACHE__: PrecacheEntry[]

/** Session-free: it stands in for every page that cannot be had. */
const offlinePage = '/offline'

// The offline page belongs to nobody: no cookie goes along.
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { credentials: 'omit' }) }])
precache(__PRECACHE__)

registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !isNoPage(url.pathname),
  async (options) => {
    try {
      return await pages.handle(options)
    } catch {
      return (await matchPrecache(offlinePage)) ?? fetch(options.request)
    }
  },
)
addRoute({ directoryIndex: '', cleanURLs: false })
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assets)
registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && url.pathname.startsWith('/media/') && !request.headers.has('range'),
  pictures,
)
registerRoute(({ url, sameOrigin }) => sameOrigin && isPublicRead(url.pathname), reads)
// Where a cache is broken the network still serves: the worker is never in the way.
setCatchHandler(async ({ request }) => fetch(request))

clientsClaim()
self.addEventListener('activate', (event) => {
  // Pages need not wait for the worker to start.
  event.waitUntil(self.registration.navigationPreload?.enable())
})

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage
  if (message.type === 'take-over') event.waitUntil(takeOver(message.ifAlone))
  if (message.type === 'seen') event.waitUntil(keepSeen(event, message))
})

/** Milliseconds between two looks at the tabs, and how many looks: a page that was just left may be counted for a moment. */
const lookEvery = 500
const looks = 10

/** The version before this one may have tabs that still need its files. */
async function takeOver(ifAlone: boolean): Promise<void> {
  for (let look = 1; ifAlone; look += 1) {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (tabs.length <= 1) break
    if (look === looks) return
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
  }
  await self.skipWaiting()
}

/** Keeps what the first page of all showed; the files come from the browser's own cache. */
async function keepSeen(
  event: ExtendableMessageEvent,
  { pathname, files }: Extract<WorkerMessage, { type: 'seen' }>,
): Promise<void> {
  const read = readOfListingPage(pathname)
  const kept = files.map(async (file) => {
    const url = new URL(file)
    if (url.origin !== self.location.origin) return
    const request = new Request(url, { referrer: pathname })
    if (url.pathname.startsWith('/media/')) await pictures.handle({ event, request })
    else if (url.pathname.startsWith('/assets/') && !(await matchPrecache(url.pathname)))
      await assets.handle({ event, request })
  })
  await Promise.allSettled([...kept, ...(read ? [keepPublicCopy(read)] : [])])
}
