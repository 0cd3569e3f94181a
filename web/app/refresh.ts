import type { QueryClient } from '@tanstack/react-query'
import { isAnythingKept, isDocumentKept, noteDocumentFresh, startAnew } from '#web/lib/kept.ts'

/** Milliseconds before each further try: a connection is often announced before it carries anything. */
const pauses = [2000, 5000, 10_000, 30_000]

/** Reads anew what is shown when the connection is back, and at once where a slow line made an old copy come first. */
export function refreshWhenOnline(client: QueryClient): void {
  let next: ReturnType<typeof setTimeout> | undefined

  async function refresh(tries = 0) {
    clearTimeout(next)
    startAnew()
    await client.invalidateQueries()
    const shown = client.getQueryCache().findAll({ type: 'active' })
    const isRead = shown.every(({ state }) => state.status === 'success')
    if (isRead && !isAnythingKept()) return noteDocumentFresh()
    const pause = pauses[tries]
    if (pause && navigator.onLine) next = setTimeout(refresh, pause, tries + 1)
  }

  addEventListener('online', () => void refresh())
  if (isDocumentKept() && navigator.onLine) void refresh()
}
