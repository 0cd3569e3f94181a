import { hydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { ApiError } from '#shared/client.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { RenderRequest, RenderResult } from '#shared/page-renderer.ts'
import { App } from './app/app.tsx'
import { renderDocument } from './app/document.ts'
import { bottomBar, memberLinksModule } from './app/lazy-module.ts'
import type { PageQuery } from './app/lazy-page.tsx'
import { matchRoute, notFoundRoute, offlineRoute, queriesOf, routes } from './app/routes.tsx'
import { type PageRead, type PageState, toDehydrated } from './app/state.ts'
import { unreadQuery } from './features/chat/unread.ts'
import { favoriteIdsQuery } from './features/favorites/queries.ts'
import { unreadNotificationsQuery } from './features/notifications/unread.ts'
import { toDataBlock } from './lib/data-block.ts'
import { paths, safeNext } from './lib/paths.ts'
import { createQueryClient, type Get, readQuery } from './lib/query-client.ts'
import { sessionQuery } from './lib/session.ts'

/** Loads the code of every page once, so that rendering never waits for it. */
export async function loadPages(): Promise<void> {
  const pages = [...routes, notFoundRoute].map((route) => route.page.load())
  await Promise.all([memberLinksModule.load(), bottomBar.load(), ...pages])
}

/** Renders a page: runs the queries of its route, then renders it to a string. */
export async function render({
  url,
  isVisitor,
  get,
  turn,
  assets,
  theme,
  saver,
  origin,
}: RenderRequest): Promise<RenderResult> {
  const { pathname, search, searchParams } = new URL(url, origin)
  const match = matchRoute(pathname)
  const { route } = match
  const session = isVisitor ? { key: sessionQuery.queryKey, data: null } : await read(get, sessionQuery)
  const viewer = session.data as CurrentUser | null | undefined
  const signedIn = Boolean(viewer)
  // Where the session could not be read, the page says so: its user may be signed in.
  if (route.access === 'user' && session.data === null)
    return { redirect: paths.loginThen(pathname + search) }
  // Here and not only in the page: a browser that follows it scrolls to the fragment of `next`.
  if (route.access === 'visitor' && viewer) return { redirect: safeNext(searchParams.get('next')) }
  const queries = queriesOf(match, searchParams, viewer?.id)
  // Every page shows them to somebody who is signed in: the header's badges, and hearts.
  const all = signedIn ? [...queries, unreadQuery, unreadNotificationsQuery, favoriteIdsQuery] : queries
  const reads = await Promise.all(all.map((query) => read(get, query)))

  const sources = [
    route.page.source,
    ...(signedIn ? [memberLinksModule.source] : []),
    ...(route.hasOwnBar ? [] : [bottomBar.source]),
  ]
  await turn()
  const state: PageState = {
    reads: [session, ...reads],
    renderedAt: Date.now(),
    origin,
    isOfflinePage: route === offlineRoute || undefined,
  }
  const client = createQueryClient(get)
  hydrate(client, toDehydrated(state.reads, state.renderedAt))
  const body = renderToString(
    <App
      client={client}
      renderedAt={state.renderedAt}
      origin={origin}
      saver={saver}
      ssr={{ path: pathname, search: search.slice(1) }}
    />,
  )
  client.clear()
  const html = renderDocument({
    body,
    state: toDataBlock(state),
    theme,
    saver,
    load: route.deferScripts ? (saver ? 'press' : 'paint') : 'now',
    assets: {
      ...assets,
      styles: [...new Set(sources.flatMap(assets.styles))],
      preloads: [...new Set(sources.flatMap(assets.preloads))],
    },
  })
  const answered = statusOf(session, reads.slice(0, queries.length))
  // A refused path parameter (/listings/abc) means that the page does not exist.
  const isNothing = route === notFoundRoute || (answered === 400 && Object.keys(match.params).length > 0)
  const status = isNothing ? 404 : answered
  return { status, html }
}

/**
 * The status of a page: that of the session's or the first query's failure, or of another that is the server's, so that nothing caches a page that
 * lacks something for now.
 */
function statusOf(session: PageRead, reads: PageRead[]): number {
  const failures = reads.map(({ error }) => error)
  const ofServer = failures.find((error) => error && !(error instanceof ApiError && error.status < 500))
  const failure = session.error ?? failures[0] ?? ofServer
  if (!failure) return 200
  return failure instanceof ApiError ? failure.status : 500
}

/**
 * Reads what a query reads, without the query client: V8 keeps what `prefetchQuery` leaves, and all that the page has read with it, until its next
 * major garbage collection (docs/decisions/030-garbage.md).
 */
async function read(get: Get, { queryKey: key, meta }: PageQuery): Promise<PageRead> {
  try {
    return { key, data: await readQuery(get, key, meta), meta }
  } catch (error) {
    return { key, error, meta }
  }
}
