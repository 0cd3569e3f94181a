import type { QueryClient } from '@tanstack/react-query'
import { mayStillSucceed } from '#web/lib/errors.ts'
import { clearCopies, isAnyCopyShown, isDocumentCopy, recordFreshDocument } from '#web/lib/offline-copies.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { isAnythingUnsaved } from '#web/lib/unsaved.ts'

/** Milliseconds before each retry: browsers often report a connection before it works. */
const backoff = [2000, 5000, 10_000, 30_000]

/**
 * Refetches the data on the page when the connection is back, and at once if the service worker returned an old copy because the
 * line was slow.
 */
export function refreshWhenOnline(client: QueryClient): void {
  let next: ReturnType<typeof setTimeout> | undefined

  async function refresh(tries = 0) {
    clearTimeout(next)
    clearCopies()
    // A form with unsaved values stays, even if the session has ended meanwhile.
    const kept = isAnythingUnsaved() ? client.getQueryCache().find(sessionQuery) : undefined
    await client.invalidateQueries({ predicate: (query) => query !== kept })
    const shown = client.getQueryCache().findAll({ type: 'active' })
    const isRead = shown.every((query) => query.state.status === 'success' || !mayStillSucceed(query))
    if (isRead && !isAnyCopyShown()) return recordFreshDocument()
    const delay = backoff[tries]
    if (delay && navigator.onLine) next = setTimeout(refresh, delay, tries + 1)
  }

  addEventListener('online', () => void refresh())
  if (isDocumentCopy() && navigator.onLine) void refresh()
}
