import type { Contract } from '#shared/contract/index.ts'
import { onUnauthenticated } from '#web/lib/api-events.ts'
import { paths } from '#web/lib/paths.ts'
import { isAnythingUnsaved } from '#web/lib/unsaved.ts'
import { matchRoute } from './routes.tsx'

/** Background reads: their refusal must not interrupt the user. */
const background: ReadonlySet<string> = new Set<keyof Contract>([
  'GET /api/auth/me',
  'GET /api/messages/unread-count',
  'GET /api/notifications/unread-count',
  // Beside a form that somebody fills in.
  'GET /api/price-guide',
])
/** Writes after which nothing is lost: their draft is kept on the device, or they only ask for the password. */
const drafted: ReadonlySet<string> = new Set<keyof Contract>([
  'POST /api/auth/confirm',
  'POST /api/deals/:id/confirm',
  'POST /api/threads/:id/messages',
  'POST /api/listings',
])

/**
 * Redirects to the login, which leads back here, when a session ends on a page for signed-in users: they logged out in another tab or on
 * another device. A full page load, so that nothing of the session stays in memory.
 */
export function redirectWhenSignedOut(): void {
  onUnauthenticated((call) => {
    const { route } = matchRoute(location.pathname)
    const isPrivate = route.access === 'user' || route.path === paths.myListings || route.path === paths.admin
    const leaves = call.startsWith('GET ') ? !background.has(call) : drafted.has(call)
    if (isPrivate && leaves && !isAnythingUnsaved())
      location.assign(paths.loginThen(location.pathname + location.search + location.hash))
  })
}
