import { paths } from '#web/lib/paths.ts'
import { onSignedOut } from '#web/lib/signed-out.ts'
import { matchRoute } from './routes.tsx'

/**
 * Calls after which one may be led away: pages' reads, and what is written where a draft is kept on the device. The count
 * of unread messages is read in the background: it takes nobody away from what they are doing.
 */
const leaves =
  /^GET (?!\/api\/(messages\/unread-count|auth\/))|^POST \/api\/(threads\/\d+\/messages|listings)$/

/**
 * Leads to the login, and from there back here, who meets the end of their session on a page for signed-in users: they
 * logged out in another tab, or elsewhere. By a full load, so that nothing of the session stays in memory.
 */
export function leaveWhenSignedOut(): void {
  onSignedOut((call) => {
    const { route } = matchRoute(location.pathname)
    const isPrivate = route.access === 'user' || route.path === paths.myListings
    if (isPrivate && leaves.test(call)) location.assign(paths.loginThen(location.pathname + location.search))
  })
}
