import { messagesQuery, threadsQuery } from '#web/features/chat/queries.ts'
import { threadIdOf } from '#web/features/chat/thread-address.ts'
import { apiPageQuery, apiQuery } from '#web/lib/api.ts'
import { browseRequest } from '#web/lib/browse-url.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import type { Read } from './read.ts'

export interface Route {
  /** A path with `:parameters`. */
  path: string
  /** `user`: a visitor is sent to /login?next=… */
  access?: 'user'
  page: LazyPage
  /** Source file of the page, for preloading its chunk. */
  source: string
  /** What the page reads first: on the server before rendering, in the browser when its link is touched. */
  queries?: (params: Record<string, string>, search: URLSearchParams) => Read[]
  /** What it reads besides for somebody who is signed in. */
  userQueries?: (params: Record<string, string>, search: URLSearchParams, viewerId: number) => Read[]
  /** Reads and links well without its scripts: they wait for the first paint, where data is saved for a touch (entry-first.ts). */
  waits?: true
  /** The page has the whole height below the header and scrolls inside itself; there is no footer. */
  fillsScreen?: true
}

const id = (params: Record<string, string>) => ({ params: { id: params.id ?? '' } })

const profileReads = (params: Record<string, string>) => [
  apiQuery('GET /api/users/:id', id(params)),
  apiQuery('GET /api/users/:id/listings', id(params)),
  apiQuery('GET /api/users/:id/reviews', id(params)),
]

/** Every page, in the order in which addresses are matched. */
export const routes: Route[] = [
  {
    path: '/',
    waits: true,
    source: 'web/pages/home.tsx',
    page: lazyPage(() => import('../pages/home.tsx')),
    queries: () => [
      apiQuery('GET /api/categories'),
      apiQuery('GET /api/listings/featured'),
      apiQuery('GET /api/listings/latest'),
    ],
  },
  {
    path: '/listings',
    waits: true,
    source: 'web/pages/browse.tsx',
    page: lazyPage(() => import('../pages/browse.tsx')),
    queries: (_, search) => [
      apiQuery('GET /api/categories'),
      apiPageQuery('GET /api/listings', browseRequest(search)),
    ],
  },
  {
    path: '/listings/:id',
    waits: true,
    source: 'web/pages/listing-detail.tsx',
    page: lazyPage(() => import('../pages/listing-detail.tsx')),
    queries: (params) => [
      apiQuery('GET /api/listings/:id', id(params)),
      apiQuery('GET /api/listings/:id/similar', id(params)),
      apiQuery('GET /api/listings/:id/questions', id(params)),
    ],
  },
  {
    path: '/users/:id',
    waits: true,
    source: 'web/pages/profile.tsx',
    page: lazyPage(() => import('../pages/profile.tsx')),
    queries: profileReads,
  },
  {
    path: '/profile',
    access: 'user',
    source: 'web/pages/own-profile.tsx',
    page: lazyPage(() => import('../pages/own-profile.tsx')),
    userQueries: (_, __, viewerId) => profileReads({ id: String(viewerId) }),
  },
  {
    path: '/sell',
    access: 'user',
    source: 'web/pages/sell.tsx',
    page: lazyPage(() => import('../pages/sell.tsx')),
    queries: () => [apiQuery('GET /api/categories'), apiQuery('GET /api/site')],
  },
  {
    path: '/edit-listing/:id',
    access: 'user',
    source: 'web/pages/edit-listing.tsx',
    page: lazyPage(() => import('../pages/edit-listing.tsx')),
    queries: () => [apiQuery('GET /api/categories'), apiQuery('GET /api/site')],
  },
  {
    path: '/my-listings',
    source: 'web/pages/my-listings.tsx',
    page: lazyPage(() => import('../pages/my-listings.tsx')),
    userQueries: () => [apiQuery('GET /api/my-listings')],
  },
  {
    path: '/favorites',
    access: 'user',
    source: 'web/pages/favorites.tsx',
    page: lazyPage(() => import('../pages/favorites.tsx')),
    userQueries: () => [apiQuery('GET /api/favorites/listings'), apiQuery('GET /api/favorites/unavailable')],
  },
  {
    path: '/chat',
    access: 'user',
    fillsScreen: true,
    source: 'web/pages/chat.tsx',
    page: lazyPage(() => import('../pages/chat.tsx')),
    userQueries: (_, search) => {
      const thread = threadIdOf(search)
      return thread === null ? [threadsQuery] : [threadsQuery, messagesQuery(thread)]
    },
  },
  {
    path: '/admin',
    source: 'web/pages/admin.tsx',
    page: lazyPage(() => import('../pages/admin.tsx')),
  },
  {
    path: '/settings',
    access: 'user',
    source: 'web/pages/settings.tsx',
    page: lazyPage(() => import('../pages/settings.tsx')),
    queries: () => [apiQuery('GET /api/site')],
    userQueries: () => [
      apiQuery('GET /api/settings'),
      apiQuery('GET /api/settings/sessions'),
      apiQuery('GET /api/settings/security'),
      apiQuery('GET /api/settings/activity'),
      apiQuery('GET /api/blocks'),
    ],
  },
  { path: '/login', source: 'web/pages/login.tsx', page: lazyPage(() => import('../pages/login.tsx')) },
  {
    path: '/register',
    source: 'web/pages/register.tsx',
    page: lazyPage(() => import('../pages/register.tsx')),
  },
  {
    path: '/forgot-password',
    source: 'web/pages/forgot-password.tsx',
    page: lazyPage(() => import('../pages/forgot-password.tsx')),
  },
  {
    path: '/about',
    waits: true,
    source: 'web/pages/about.tsx',
    page: lazyPage(() => import('../pages/about.tsx')),
  },
  {
    path: '/safety',
    waits: true,
    source: 'web/pages/safety.tsx',
    page: lazyPage(() => import('../pages/safety.tsx')),
  },
  {
    path: '/terms',
    waits: true,
    source: 'web/pages/terms.tsx',
    page: lazyPage(() => import('../pages/terms.tsx')),
  },
  {
    path: '/privacy',
    waits: true,
    source: 'web/pages/privacy.tsx',
    page: lazyPage(() => import('../pages/privacy.tsx')),
    queries: () => [apiQuery('GET /api/site')],
  },
  {
    path: '/contact',
    waits: true,
    source: 'web/pages/contact.tsx',
    page: lazyPage(() => import('../pages/contact.tsx')),
    queries: () => [apiQuery('GET /api/site')],
  },
]

/** What stands in for every page that cannot be had without a connection. */
export const offlineRoute: Route = {
  path: '/offline',
  source: 'web/pages/offline.tsx',
  page: lazyPage(() => import('../pages/offline.tsx')),
}
routes.push(offlineRoute)

/** What is shown, with status 404, where no route matches. */
export const notFoundRoute: Route = {
  path: '*',
  source: 'web/pages/not-found.tsx',
  page: lazyPage(() => import('../pages/not-found.tsx')),
}

export interface Match {
  route: Route
  params: Record<string, string>
}

/** The route of a path (without query), with its parameters. */
export function matchRoute(pathname: string): Match {
  const segments = split(pathname)
  for (const route of routes) {
    const params = matchSegments(split(route.path), segments)
    if (params) return { route, params }
  }
  return { route: notFoundRoute, params: {} }
}

function split(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index] ?? ''
    if (expected.startsWith(':')) params[expected.slice(1)] = given
    else if (expected !== given) return null
  }
  return params
}

/** What a page reads first, as far as that is known before its code is loaded, as whoever is asking: a user's id, or undefined for a visitor. */
export function readsOf(
  { route, params }: Match,
  search: URLSearchParams,
  viewerId: number | undefined,
): Read[] {
  const reads = [...(route.queries?.(params, search) ?? []), ...route.page.reads(search)]
  return viewerId === undefined ? reads : [...reads, ...(route.userQueries?.(params, search, viewerId) ?? [])]
}
