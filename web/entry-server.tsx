import { renderToString } from 'react-dom/server'
import { ApiError } from '#shared/client.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { App } from './app/app.tsx'
import { renderDocument } from './app/document.ts'
import { memberReads } from './app/member-reads.ts'
import { matchRoute, notFoundRoute, offlineRoute, readsOf, routes } from './app/routes.tsx'
import { takeState } from './app/state.ts'
import { toDataBlock } from './lib/data-block.ts'
import { paths } from './lib/paths.ts'
import { createQueryClient } from './lib/query-client.ts'
import type { Get } from './lib/reader.ts'
import { sessionQuery } from './lib/session.ts'

export interface RenderRequest {
  /** Path and query, as asked. */
  url: string
  /** Surely nobody is signed in. */
  isVisitor: boolean
  /** Reads the API as the asking user. */
  get: Get
  /** Stylesheets, the entry script, and what the page's source file needs besides. */
  assets: {
    styles: string[]
    fonts: string[]
    entry: string
    first: string
    preloads: (source: string) => string[]
  }
  /** The chosen theme; null follows the system. */
  theme: 'light' | 'dark' | null
  /** The page should cost few bytes. */
  saver: boolean
  /** Origin of absolute links, such as https://oja.example. */
  origin: string
}

export type RenderResult = { redirect: string } | { status: number; html: string; signedIn: boolean }

/** Loads every page's code, once, so that rendering never waits for it. */
export async function loadPages(): Promise<void> {
  await Promise.all([...routes, notFoundRoute].map((route) => route.page.load()))
}

/** Renders a page whole: reads what its route names, then renders it as one string. */
export async function render({
  url,
  isVisitor,
  get,
  assets,
  theme,
  saver,
  origin,
}: RenderRequest): Promise<RenderResult> {
  const { pathname, search, searchParams } = new URL(url, origin)
  const match = matchRoute(pathname)
  const { route } = match
  const client = createQueryClient(get)
  if (isVisitor) client.setQueryData(sessionQuery.queryKey, null)
  else await client.prefetchQuery(sessionQuery)
  const viewer = client.getQueryData<CurrentUser | null>(sessionQuery.queryKey)
  const signedIn = Boolean(viewer)
  const reads = readsOf(match, searchParams, viewer?.id)
  const all = signedIn ? [...reads, ...memberReads] : reads
  await Promise.all(all.map((read) => client.prefetchQuery(read)))
  if (route.access === 'user' && !signedIn) return { redirect: paths.loginThen(pathname + search) }

  const renderedAt = Date.now()
  const body = renderToString(
    <App
      client={client}
      renderedAt={renderedAt}
      origin={origin}
      saver={saver}
      ssr={{ path: pathname, search: search.slice(1) }}
    />,
  )
  const html = renderDocument({
    body,
    state: toDataBlock(
      takeState(client, { renderedAt, origin, standsIn: route === offlineRoute || undefined }),
    ),
    theme,
    saver,
    waits: route.waits === true && (saver ? 'touch' : 'paint'),
    assets: { ...assets, preloads: assets.preloads(route.source) },
  })
  const main = reads[0] && client.getQueryState(reads[0].queryKey)?.error
  const answered = main instanceof ApiError ? main.status : 200
  // A refused parameter of the path (/listings/abc) is an address of nothing.
  const isNothing = route === notFoundRoute || (answered === 400 && Object.keys(match.params).length > 0)
  const status = isNothing ? 404 : answered
  client.clear()
  return { status, html, signedIn }
}
