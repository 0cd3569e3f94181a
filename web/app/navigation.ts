import type { QueryClient } from '@tanstack/react-query'
import type { AroundNavHandler } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { isSavingData } from '#web/lib/data-saver.tsx'
import { showProgress } from '#web/lib/progress.ts'
import { smoothly } from '#web/lib/reduced-motion.ts'
import { sessionQuery } from '#web/lib/session.ts'
import type { PageQuery } from './lazy-page.tsx'
import { matchRoute, queriesOf } from './routes.tsx'

/** Milliseconds that a click waits for the next page's data before showing its skeleton. */
const skeletonDelay = 120

/** Prefetches the code and data of an address; cached data is not fetched again. */
function prefetch(client: QueryClient, to: string): { code: Promise<void>; data: Promise<unknown> } {
  const url = new URL(to, location.href)
  const match = matchRoute(url.pathname)
  const viewer = client.getQueryData<CurrentUser | null>(sessionQuery.queryKey)
  const { page } = match.route
  const readAll = (queries: PageQuery[]) => Promise.all(queries.map((query) => client.prefetchQuery(query)))
  const code = page.load()
  const data = Promise.all([
    readAll(queriesOf(match, url.searchParams, viewer?.id)),
    code.then(
      () => readAll(page.queries(url.searchParams)),
      // The code that awaits this import reports the error.
      () => undefined,
    ),
  ])
  return { code, data }
}

/**
 * Navigates to a link. The old page stays until the code of the next one is loaded, and its data too, or a short timeout has
 * passed. A later click replaces an earlier one. If the code cannot be loaded, the browser does a full navigation. A link to the page that is
 * shown reads it again and scrolls to its top: another entry of the history would make Back stay on it.
 */
export function createAroundNav(client: QueryClient): AroundNavHandler {
  let latest = 0
  // Back and Forward replace it too.
  addEventListener('popstate', () => {
    latest += 1
  })
  async function follow(...[navigate, to, options]: Parameters<AroundNavHandler>): Promise<void> {
    latest += 1
    const own = latest
    const { code, data } = prefetch(client, to)
    try {
      await code
      await Promise.race([data, new Promise((resolve) => setTimeout(resolve, skeletonDelay))])
      if (own !== latest) return
      const isHere = !options?.replace && new URL(to, location.href).href === location.href
      if (isHere) scrollTo({ top: 0, behavior: smoothly() })
      else navigate(to, options)
    } catch {
      if (own === latest) location.assign(to)
    }
  }
  return (...link) => showProgress(follow(...link))
}

/** Prefetches link targets on hover, touch and focus, unless data saver is on. */
export function prefetchOnIntent(client: QueryClient): void {
  function onIntent(event: Event) {
    if (isSavingData()) return
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target) return
    const { code, data } = prefetch(client, link.href)
    code.catch(() => undefined)
    data.catch(() => undefined)
  }
  for (const type of ['mouseover', 'touchstart', 'focusin']) {
    document.addEventListener(type, onIntent, { passive: true })
  }
}
