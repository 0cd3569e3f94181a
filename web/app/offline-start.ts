import type { QueryClient } from '@tanstack/react-query'
import { clearCopies, isAnyCopyShown, isDocumentCopy, recordFreshDocument } from '#web/lib/offline-copies.ts'
import { paths } from '#web/lib/paths.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { matchRoute, queriesOf } from './routes.tsx'

/** Milliseconds before each retry: browsers often report a connection before it works. */
const backoff = [2000, 5000, 10_000, 30_000]

/**
 * Refetches the data on the page when the connection is back, and at once if the service worker returned an old copy because the
 * line was slow.
 */
export function refreshWhenOnline(client: QueryClient): void {
  let next: ReturnType<typeof setTimeout> | undefined

  async function refresh(tries = 0) {
    clearTimeout(next)
    clearCopies()
    await client.invalidateQueries()
    const shown = client.getQueryCache().findAll({ type: 'active' })
    const isRead = shown.every(({ state }) => state.status === 'success')
    if (isRead && !isAnyCopyShown()) return recordFreshDocument()
    const delay = backoff[tries]
    if (delay && navigator.onLine) next = setTimeout(refresh, delay, tries + 1)
  }

  addEventListener('online', () => void refresh())
  if (isDocumentCopy() && navigator.onLine) void refresh()
}

/**
 * The service worker returned the offline page for another address. If the code and data of that address are cached, it is
 * rendered, and this returns undefined. Otherwise it returns the path that the offline page replaces.
 */
export async function findOfflineFallback(client: QueryClient): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(location.href)
  if (pathname === paths.offline) return undefined
  // The offline page is rendered without a user.
  client.removeQueries({ queryKey: sessionQuery.queryKey })
  const match = matchRoute(pathname)
  const queries = match.route.access ? [] : queriesOf(match, searchParams, undefined)
  try {
    await Promise.all([match.route.page.load(), ...queries.map((query) => client.prefetchQuery(query))])
  } catch {
    return pathname
  }
  if (match.route.opensOffline?.(match.params)) return undefined
  const isRead = queries.map(({ queryKey }) => client.getQueryData(queryKey) !== undefined)
  // A listing page works without similar listings.
  const suffices = match.route.path === '/listings/:id' ? isRead[0] : isRead.every(Boolean)
  return queries.length > 0 && suffices ? undefined : pathname
}
