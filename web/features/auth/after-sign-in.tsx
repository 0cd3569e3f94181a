import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { safeNext } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { flashToast, type Toast } from '#web/ui/toast.ts'

export function RedirectSignedIn({ next, children }: { next: string | null; children: ReactNode }) {
  const user = useSession()
  return user ? <Redirect to={safeNext(next)} replace /> : children
}

/**
 * Goes to `next` with a full page load, so that every page knows the user; the toast is shown there. Never settles: the button that was
 * pressed stays busy until the page unloads.
 */
export function leaveFor(next: string | null, toast: Toast): Promise<never> {
  flashToast(toast)
  location.assign(safeNext(next))
  return new Promise(() => undefined)
}

/** What to do where the browser takes no cookie: the server would not know who signed in. Null where it does. */
export const cookieProblem = () =>
  navigator.cookieEnabled
    ? null
    : 'Your browser blocks cookies, and without one Oja does not know you. Allow cookies for this site, then try again.'

/** Keeps `next` in a link to another sign-in page. */
export function withNext(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}
