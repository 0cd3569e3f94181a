import { safeNext } from '#web/lib/paths.ts'
import { carryToast } from '#web/ui/carried-toast.ts'
import type { Toast } from '#web/ui/toast.ts'

/** Goes where `next` says by a full redirect, so that every page knows who is signed in; the toast is shown there. */
export function leaveFor(next: string | null, toast: Toast): void {
  carryToast(toast)
  location.assign(safeNext(next))
}

/** The same `next` on another of the signing-in pages. */
export function withNext(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}
