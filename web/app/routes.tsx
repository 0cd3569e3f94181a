import { messagesQuery, threadsQuery } from '#web/features/chat/queries.ts'
import { threadIdOf } from '#web/features/chat/thread-address.ts'
import { ownCountsQuery, ownListingsQuery } from '#web/features/listings/mine/own-listings.ts'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { questionsQuery } from '#web/features/questions/queries.ts'
import { reviewsQuery } from '#web/features/reviews/queries.ts'
import { listingsOfQuery, profileTabOf } from '#web/features/users/profile-address.ts'
import { apiPageQuery, apiQuery } from '#web/lib/api.ts'
import { browseRequest } from '#web/lib/browse-url.ts'
import { isStored, offlineDealKey, offlineFormKey } from '#web/lib/private-storage.ts'
import { type LazyPage, lazyPage, type PageQuery } from './lazy-page.tsx'

export interface Route {
  path: string
  /** `user`: a visitor is sent to /login?next=…; `visitor`: a signed-in user is sent on to `next`. */
  access?: 'user' | 'visitor'
  page: LazyPage
  /** Initial queries: the server runs them before rendering, the browser when its link is touched. */
  queries?: (params: Record<string, string>, search: URLSearchParams) => PageQuery[]
  /** Further initial queries for a signed-in user. */
  userQueries?: (params: Record<string, string>, search: URLSearchParams, viewerId: number) => PageQuery[]
  /** Whether the page opens without a connection, since this device stores what it shows to its user. */
  opensOffline?: (params: Record<string, string>) => boolean
  /**
   * The page is readable and its links work without scripts: they load after the first paint, or with data saver at the first
   * press that needs them (entry-first.ts).
   */
  deferScripts?: true
  /** The page fills the height below the header and scrolls inside itself; it has no footer. */
  fillsScreen?: true
  /** On phones the page has a bar of its own at the bottom, so `Layout` leaves out the bar of links (`BottomBar`). */
  hasOwnBar?: true
}

const id = (params: Record<string, string>) => ({ params: { id: params.id ?? '' } })

const profileReads = (params: Record<string, string>, search: URLSearchParams) => [
  apiQuery('GET /api/users/:id', id(params)),
  (profileTabOf(search) === 'listings' ? listingsOfQuery : reviewsQuery)(
    params.id ?? '',
    search.get('cursor'),
  ),
]

/** A page at a path, with the code of its file in web/pages/. `page` names that file where the path does not begin with its name. */
function route(
  path: string,
  importPage: Parameters<typeof lazyPage>[1],
  { page = path.split('/')[1], ...options }: Partial<Omit<Route, 'page'>> & { page?: string } = {},
): Route {
  return { path, page: lazyPage(`web/pages/${page}.tsx`, importPage), ...options }
}

/** Every page, in the order in which addresses are matched. */
export const routes: Route[] = [
  route('/', () => import('../pages/home.tsx'), {
    deferScripts: true,
    page: 'home',
    queries: () => [
      apiQuery('GET /api/categories'),
      apiQuery('GET /api/listings/featured'),
      apiQuery('GET /api/listings/latest'),
    ],
  }),
  route('/listings', () => import('../pages/browse.tsx'), {
    deferScripts: true,
    page: 'browse',
    queries: (_, search) => [
      apiPageQuery('GET /api/listings', browseRequest(search)),
      apiQuery('GET /api/categories'),
    ],
  }),
  route('/listings/:id', () => import('../pages/listing-detail.tsx'), {
    deferScripts: true,
    hasOwnBar: true,
    page: 'listing-detail',
    queries: (params, search) => [
      apiQuery('GET /api/listings/:id', id(params)),
      apiQuery('GET /api/listings/:id/similar', id(params)),
      questionsQuery(params.id ?? '', search.get('questions')),
    ],
  }),
  route('/users/:id', () => import('../pages/profile.tsx'), {
    deferScripts: true,
    page: 'profile',
    queries: profileReads,
  }),
  route('/profile', () => import('../pages/own-profile.tsx'), {
    access: 'user',
    page: 'own-profile',
    userQueries: (_, search, viewerId) => profileReads({ id: String(viewerId) }, search),
  }),
  route('/sell', () => import('../pages/sell.tsx'), {
    access: 'user',
    hasOwnBar: true,
    queries: () => [apiQuery('GET /api/categories'), apiQuery('GET /api/site')],
    opensOffline: () => isStored(offlineFormKey),
  }),
  route('/edit-listing/:id', () => import('../pages/edit-listing.tsx'), {
    access: 'user',
    hasOwnBar: true,
    queries: () => [apiQuery('GET /api/categories'), apiQuery('GET /api/site')],
  }),
  // Visitors get the page, which asks them to log in.
  route('/my-listings', () => import('../pages/my-listings.tsx'), {
    userQueries: (_, search) => [
      ownListingsQuery(search),
      ownCountsQuery(search.get('search')),
      apiQuery('GET /api/drafts'),
    ],
  }),
  route('/favorites', () => import('../pages/favorites.tsx'), {
    access: 'user',
    userQueries: () => [apiQuery('GET /api/favorites/listings'), apiQuery('GET /api/favorites/unavailable')],
  }),
  route('/saved-searches', () => import('../pages/saved-searches.tsx'), {
    access: 'user',
    queries: () => [apiQuery('GET /api/categories')],
    userQueries: () => [apiQuery('GET /api/saved-searches')],
  }),
  route('/chat', () => import('../pages/chat.tsx'), {
    access: 'user',
    fillsScreen: true,
    userQueries: (_, search) => {
      const thread = threadIdOf(search)
      return thread === null ? [threadsQuery] : [threadsQuery, messagesQuery(thread)]
    },
  }),
  route('/notifications', () => import('../pages/notifications.tsx'), {
    access: 'user',
    userQueries: (_, search) => [notificationsQuery(search)],
  }),
  route('/deals/:id', () => import('../pages/deal.tsx'), {
    access: 'user',
    page: 'deal',
    userQueries: (params) => [apiQuery('GET /api/deals/:id', id(params))],
    opensOffline: (params) => isStored(offlineDealKey(params.id ?? '')),
  }),
  route('/meeting', () => import('../pages/meeting.tsx')),
  route('/admin', () => import('../pages/admin.tsx')),
  route('/settings', () => import('../pages/settings.tsx'), {
    access: 'user',
    queries: () => [apiQuery('GET /api/site')],
    userQueries: () => [
      apiQuery('GET /api/settings'),
      apiQuery('GET /api/settings/sessions'),
      apiQuery('GET /api/settings/security'),
      apiQuery('GET /api/settings/activity'),
      apiQuery('GET /api/settings/accesses'),
      apiQuery('GET /api/blocks'),
    ],
  }),
  route('/login', () => import('../pages/login.tsx'), { access: 'visitor' }),
  route('/register', () => import('../pages/register.tsx'), { access: 'visitor' }),
  route('/forgot-password', () => import('../pages/forgot-password.tsx')),
  route('/renew', () => import('../pages/renew.tsx')),
  route('/unsubscribe', () => import('../pages/unsubscribe.tsx')),
  route('/link-warning', () => import('../pages/link-warning.tsx')),
  route('/places', () => import('../pages/places.tsx'), { deferScripts: true }),
  route('/about', () => import('../pages/about.tsx'), { deferScripts: true }),
  route('/safety', () => import('../pages/safety.tsx'), { deferScripts: true }),
  route('/terms', () => import('../pages/terms.tsx'), { deferScripts: true }),
  route('/privacy', () => import('../pages/privacy.tsx'), {
    deferScripts: true,
    queries: () => [apiQuery('GET /api/site')],
  }),
  route('/contact', () => import('../pages/contact.tsx'), {
    deferScripts: true,
    queries: () => [apiQuery('GET /api/site')],
  }),
  route('/stolen-phone', () => import('../pages/stolen-phone.tsx'), {
    access: 'user',
    userQueries: () => [apiQuery('GET /api/stolen-phones')],
  }),
  route('/rules', () => import('../pages/rules.tsx'), { deferScripts: true }),
  route('/transparency', () => import('../pages/transparency.tsx'), { deferScripts: true }),
  route('/appeal', () => import('../pages/appeal.tsx')),
]

/** The offline page, shown in place of pages that are not cached. */
export const offlineRoute = route('/offline', () => import('../pages/offline.tsx'))
routes.push(offlineRoute)

/** The page with status 404, for addresses that match no route. */
export const notFoundRoute = route('*', () => import('../pages/not-found.tsx'), { page: 'not-found' })

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
  const queries = [...(route.queries?.(params, search) ?? []), ...route.page.queries(search)]
  return viewerId === undefined
    ? queries
    : [...queries, ...(route.userQueries?.(params, search, viewerId) ?? [])]
}
