import './app/styles.css'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { bottomBar, memberLinksModule } from './app/lazy-module.ts'
import { createAroundNav, prefetchOnIntent } from './app/navigation.ts'
import { findOfflineFallback } from './app/offline-fallback.ts'
import { refreshWhenOnline } from './app/reconnect.ts'
import { redirectWhenSignedOut } from './app/redirect-signed-out.ts'
import { matchRoute, offlineRoute } from './app/routes.tsx'
import { restoreScrollPositions } from './app/scroll.ts'
import { type PageState, toDehydrated } from './app/state.ts'
import { get } from './lib/api.ts'
import { stateElementId } from './lib/data-block.ts'
import { isSavingData } from './lib/data-saver.tsx'
import { whenIdle } from './lib/idle.ts'
import { catchInstallPrompt } from './lib/install-event.ts'
import { isDocumentCopy } from './lib/offline-copies.ts'
import { paths } from './lib/paths.ts'
import { createQueryClient } from './lib/query-client.ts'
import { reloadOnce } from './lib/reload-once.ts'
import { noteServerAhead } from './lib/server-time.ts'
import { sessionQuery } from './lib/session.ts'

forbidZodEval()
catchInstallPrompt()
const root = document.getElementById('root')
const block = document.getElementById(stateElementId)
if (!root || !block) throw new Error('The page came without its root or its state.')

const state = JSON.parse(block.textContent ?? '') as PageState
const loadedAt = Date.now() - performance.now()
if (wasRenderedNow()) noteServerAhead(state.renderedAt - loadedAt)
const client = createQueryClient(get)
hydrate(client, toDehydrated(state.reads, loadedAt))
const isElsewhere = Boolean(state.isOfflinePage) && location.pathname !== paths.offline
const offlinePath = isElsewhere ? await findOfflineFallback(client) : undefined
const signedIn = Boolean(client.getQueryData(sessionQuery.queryKey))
const hasOwnBar = matchRoute(location.pathname).route.hasOwnBar
const parts = [signedIn && memberLinksModule, !hasOwnBar && bottomBar]
await Promise.all([
  loadPage(),
  ...parts.map((part) => (part ? part.load().catch(() => undefined) : undefined)),
])
const app = (
  <App
    client={client}
    renderedAt={state.renderedAt}
    origin={state.origin}
    saver={document.documentElement.dataset.saver !== undefined}
    aroundNav={createAroundNav(client)}
    offlinePath={offlinePath}
  />
)
if (isElsewhere) createRoot(root).render(app)
// In small steps, so the page responds to input meanwhile.
else startTransition(() => void hydrateRoot(root, app))
restoreScrollPositions()
prefetchOnIntent(client)
refreshWhenOnline(client)
redirectWhenSignedOut()
registerServiceWorker()

/** Whether the server rendered the page for this load: it is no copy, and not from the browser's history. */
function wasRenderedNow(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !isDocumentCopy() && !state.isOfflinePage && load?.type !== 'back_forward'
}

/** A cached page of an older version may refer to code that no longer exists: the newer version has it. */
async function loadPage(): Promise<void> {
  const { route } = offlinePath ? { route: offlineRoute } : matchRoute(location.pathname)
  try {
    await route.page.load()
  } catch (error) {
    if (navigator.onLine && isDocumentCopy()) reloadOnce()
    throw error
  }
}

declare global {
  /** Global key of zod's settings (`z.config`), shared by all copies of zod on a page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * The Content-Security-Policy allows no eval: without this setting zod would try it once, and the browser would report it. It is
 * set at start without loading zod, since it applies to schemas created afterwards, and pages with forms load later.
 */
function forbidZodEval(): void {
  globalThis.__zod_globalConfig = { jitless: true }
}

/**
 * Watches for lost code, and registers the offline service worker, once the page is loaded and idle. In development it removes a worker
 * that an earlier build registered. With data saver on none is registered, since it downloads files that may never be needed; an existing
 * one stays.
 */
function registerServiceWorker(): void {
  whenIdle(() => {
    import('./app/update.ts')
      .then(({ watchCode, startWorker, removeWorker }) => {
        watchCode()
        if (!('serviceWorker' in navigator) || isSavingData()) return
        return import.meta.env.DEV ? removeWorker() : startWorker()
      })
      // Without a service worker only offline reading is missing.
      .catch(() => undefined)
  })
}
