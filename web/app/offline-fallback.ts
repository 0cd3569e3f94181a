import type { QueryClient } from '@tanstack/react-query'
import { paths } from '#web/lib/paths.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { matchRoute, queriesOf } from './routes.tsx'

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
