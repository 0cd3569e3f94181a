import { safeNext } from '#web/lib/paths.ts'
import { flashToast } from '#web/ui/flash-toast.ts'
import type { Toast } from '#web/ui/toast.ts'

/** Goes to `next` with a full page load, so that every page knows the user; the toast is shown there. */
export function leaveFor(next: string | null, toast: Toast): void {
  flashToast(toast)
  location.assign(safeNext(next))
}

/** Keeps `next` in a link to another sign-in page. */
export function withNext(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}
