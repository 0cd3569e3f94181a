import type { QueryClient } from '@tanstack/react-query'
import type { AroundNavHandler } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { isSavingData } from '#web/lib/data-saver.tsx'
import { sessionQuery } from '#web/lib/session.ts'
import type { Read } from './read.ts'
import { matchRoute, readsOf } from './routes.tsx'

/** Milliseconds that a click waits for the next page's data before showing its skeleton. */
const patience = 120

type Listener = (busy: boolean) => void
const listeners = new Set<Listener>()
let underway = 0

/** Tells whether a navigation is on its way, for the progress bar. */
export function onNavigating(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setUnderway(change: 1 | -1): void {
  underway += change
  for (const listener of listeners) listener(underway > 0)
}

/** Loads the code and the data of an address ahead of time; what is there already is not read again. */
function prefetch(client: QueryClient, to: string): { code: Promise<void>; data: Promise<unknown> } {
  const url = new URL(to, location.href)
  const match = matchRoute(url.pathname)
  const viewer = client.getQueryData<CurrentUser | null>(sessionQuery.queryKey)
  const { page } = match.route
  const readAll = (reads: Read[]) => Promise.all(reads.map((read) => client.prefetchQuery(read)))
  const code = page.load()
  const data = Promise.all([
    readAll(readsOf(match, url.searchParams, viewer?.id)),
    code.then(
      () => readAll(page.reads(url.searchParams)),
      // Whoever waits for the code learns of it.
      () => undefined,
    ),
  ])
  return { code, data }
}

/**
 * Navigation through links: the old page stays until the next one's code is here, and its data or a moment's patience.
 * A later click overtakes an earlier one. Without code (no network) the browser itself goes there.
 */
export function createAroundNav(client: QueryClient): AroundNavHandler {
  let latest = 0
  return async (navigate, to, options) => {
    latest += 1
    const own = latest
    const { code, data } = prefetch(client, to)
    setUnderway(1)
    try {
      await code
      await Promise.race([data, new Promise((resolve) => setTimeout(resolve, patience))])
      if (own === latest) navigate(to, options)
    } catch {
      if (own === latest) location.assign(to)
    } finally {
      setUnderway(-1)
    }
  }
}

/** Prefetches what links lead to when they are hovered, touched or focused, unless data is saved. */
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
