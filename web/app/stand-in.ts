import type { QueryClient } from '@tanstack/react-query'
import { paths } from '#web/lib/paths.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { matchRoute, readsOf } from './routes.tsx'

/**
 * The offline page came in the place of another. Where that one's code and reads were kept it is shown all the same, and
 * nothing is answered here. Otherwise the path at which the offline page stands in.
 */
export async function findStandIn(client: QueryClient): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(location.href)
  if (pathname === paths.offline) return undefined
  // Made for nobody, the offline page does not know who is here.
  client.removeQueries({ queryKey: sessionQuery.queryKey })
  const match = matchRoute(pathname)
  const reads = match.route.access ? [] : readsOf(match, searchParams, undefined)
  try {
    await Promise.all([match.route.page.load(), ...reads.map((read) => client.prefetchQuery(read))])
  } catch {
    return pathname
  }
  const isRead = reads.map((read) => client.getQueryData(read.queryKey) !== undefined)
  // A listing without those like it is still a listing.
  const suffices = match.route.path === '/listings/:id' ? isRead[0] : isRead.every(Boolean)
  return reads.length > 0 && suffices ? undefined : pathname
}
