import { messagesQuery, threadsQuery } from '#web/features/chat/queries.ts'
import { threadIdOf } from '#web/features/chat/thread-address.ts'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { apiPageQuery, apiQuery } from '#web/lib/api.ts'
import { browseRequest } from '#web/lib/browse-url.ts'
import { isKept, offlineDealKey, offlineFormKey } from '#web/lib/private-storage.ts'
import type { PageQuery } from './lazy-page.tsx'
import { type LazyPage, lazyPage } from './lazy-page.tsx'

export interface Route {
  /** A path with `:parameters`. */
  path: string
  /** `user`: a visitor is sent to /login?next=… */
  access?: 'user'
  page: LazyPage
  /** Source file of the page, for preloading its chunk. */
  source: string
  /** Initial queries: the server runs them before rendering, the browser when its link is touched. */
  queries?: (params: Record<string, string>, search: URLSearchParams) => PageQuery[]
  /** Further initial queries for a signed-in user. */
  userQueries?: (params: Record<string, string>, search: URLSearchParams, viewerId: number) => PageQuery[]
  /** Without a connection the page shows what this device kept for its user. */
  isKept?: (params: Record<string, string>) => boolean
  /**
   * The page is readable and its links work without scripts: they load after the first paint, or with data saver at the first
   * press that needs them (entry-first.ts).
   */
  deferScripts?: true
  /** The page fills the height below the header and scrolls inside itself; it has no footer. */
  fillsScreen?: true
  /** On phones the page has a bar of its own at the bottom. */
  hasOwnBar?: true
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
    deferScripts: true,
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
    deferScripts: true,
    source: 'web/pages/browse.tsx',
    page: lazyPage(() => import('../pages/browse.tsx')),
    queries: (_, search) => [
      apiQuery('GET /api/categories'),
      apiPageQuery('GET /api/listings', browseRequest(search)),
    ],
  },
  {
    path: '/listings/:id',
    deferScripts: true,
    hasOwnBar: true,
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
    deferScripts: true,
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
    hasOwnBar: true,
    source: 'web/pages/sell.tsx',
    page: lazyPage(() => import('../pages/sell.tsx')),
    queries: () => [apiQuery('GET /api/categories'), apiQuery('GET /api/site')],
    isKept: () => isKept(offlineFormKey),
  },
  {
    path: '/edit-listing/:id',
    access: 'user',
    hasOwnBar: true,
    source: 'web/pages/edit-listing.tsx',
    page: lazyPage(() => import('../pages/edit-listing.tsx')),
    queries: () => [apiQuery('GET /api/categories'), apiQuery('GET /api/site')],
  },
  {
    path: '/my-listings',
    source: 'web/pages/my-listings.tsx',
    page: lazyPage(() => import('../pages/my-listings.tsx')),
    userQueries: () => [apiQuery('GET /api/my-listings'), apiQuery('GET /api/drafts')],
  },
  {
    path: '/favorites',
    access: 'user',
    source: 'web/pages/favorites.tsx',
    page: lazyPage(() => import('../pages/favorites.tsx')),
    userQueries: () => [apiQuery('GET /api/favorites/listings'), apiQuery('GET /api/favorites/unavailable')],
  },
  {
    path: '/saved-searches',
    access: 'user',
    source: 'web/pages/saved-searches.tsx',
    page: lazyPage(() => import('../pages/saved-searches.tsx')),
    queries: () => [apiQuery('GET /api/categories')],
    userQueries: () => [apiQuery('GET /api/saved-searches')],
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
    path: '/notifications',
    access: 'user',
    source: 'web/pages/notifications.tsx',
    page: lazyPage(() => import('../pages/notifications.tsx')),
    userQueries: (_, search) => [notificationsQuery(search)],
  },
  {
    path: '/deals/:id',
    access: 'user',
    source: 'web/pages/deal.tsx',
    page: lazyPage(() => import('../pages/deal.tsx')),
    userQueries: (params) => [apiQuery('GET /api/deals/:id', id(params))],
    isKept: (params) => isKept(offlineDealKey(params.id ?? '')),
  },
  { path: '/meeting', source: 'web/pages/meeting.tsx', page: lazyPage(() => import('../pages/meeting.tsx')) },
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
      apiQuery('GET /api/settings/accesses'),
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
  { path: '/renew', source: 'web/pages/renew.tsx', page: lazyPage(() => import('../pages/renew.tsx')) },
  {
    path: '/unsubscribe',
    source: 'web/pages/unsubscribe.tsx',
    page: lazyPage(() => import('../pages/unsubscribe.tsx')),
  },
  {
    path: '/link-warning',
    source: 'web/pages/link-warning.tsx',
    page: lazyPage(() => import('../pages/link-warning.tsx')),
  },
  {
    path: '/places',
    deferScripts: true,
    source: 'web/pages/places.tsx',
    page: lazyPage(() => import('../pages/places.tsx')),
  },
  {
    path: '/about',
    deferScripts: true,
    source: 'web/pages/about.tsx',
    page: lazyPage(() => import('../pages/about.tsx')),
  },
  {
    path: '/safety',
    deferScripts: true,
    source: 'web/pages/safety.tsx',
    page: lazyPage(() => import('../pages/safety.tsx')),
  },
  {
    path: '/terms',
    deferScripts: true,
    source: 'web/pages/terms.tsx',
    page: lazyPage(() => import('../pages/terms.tsx')),
  },
  {
    path: '/privacy',
    deferScripts: true,
    source: 'web/pages/privacy.tsx',
    page: lazyPage(() => import('../pages/privacy.tsx')),
    queries: () => [apiQuery('GET /api/site')],
  },
  {
    path: '/contact',
    deferScripts: true,
    source: 'web/pages/contact.tsx',
    page: lazyPage(() => import('../pages/contact.tsx')),
    queries: () => [apiQuery('GET /api/site')],
  },
  {
    path: '/stolen-phone',
    access: 'user',
    source: 'web/pages/stolen-phone.tsx',
    page: lazyPage(() => import('../pages/stolen-phone.tsx')),
    userQueries: () => [apiQuery('GET /api/stolen-phones')],
  },
  {
    path: '/rules',
    deferScripts: true,
    source: 'web/pages/rules.tsx',
    page: lazyPage(() => import('../pages/rules.tsx')),
  },
  {
    path: '/transparency',
    deferScripts: true,
    source: 'web/pages/transparency.tsx',
    page: lazyPage(() => import('../pages/transparency.tsx')),
  },
  { path: '/appeal', source: 'web/pages/appeal.tsx', page: lazyPage(() => import('../pages/appeal.tsx')) },
]

/** The offline page, shown in place of pages that are not cached. */
export const offlineRoute: Route = {
  path: '/offline',
  source: 'web/pages/offline.tsx',
  page: lazyPage(() => import('../pages/offline.tsx')),
}
routes.push(offlineRoute)

/** The page with status 404, for addresses that match no route. */
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

/** The initial queries of a page that are known before its code is loaded, for a user's id, or undefined for a visitor. */
export function queriesOf(
  { route, params }: Match,
  search: URLSearchParams,
  viewerId: number | undefined,
): PageQuery[] {
  const reads = [...(route.queries?.(params, search) ?? []), ...route.page.reads(search)]
  return viewerId === undefined ? reads : [...reads, ...(route.userQueries?.(params, search, viewerId) ?? [])]
}
