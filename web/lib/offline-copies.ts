import { useSyncExternalStore } from 'react'
import { createEmitter } from './events.ts'

/**
 * Responses on this page that came from the offline cache: their address, and when they were cached (milliseconds since the
 * epoch).
 */
const copies = new Map<string, number>()
const changes = createEmitter()

/** Records whether an API response is a cached copy (its header) or fresh (null). */
export function recordCopy(url: string, header: string | null): void {
  if (header) copies.set(url, Number(header))
  else if (!copies.delete(url)) return
  changes.emit()
}

/** When the document was cached, if the service worker returned a cached copy. */
function documentCopiedAt(): number | null {
  return Number(document.documentElement.dataset.kept) || null
}

/** The data of the document has been fetched again. */
export function recordFreshDocument(): void {
  delete document.documentElement.dataset.kept
  changes.emit()
}

/** Everything is about to be fetched again; responses from the cache are recorded again. */
export function clearCopies(): void {
  copies.clear()
}

/** Whether the last response of any read was a cached copy. */
export function isAnyCopyShown(): boolean {
  return copies.size > 0
}

export function isDocumentCopy(): boolean {
  return documentCopiedAt() !== null
}

/** When the data on the page was cached: by API address, otherwise the document. Null if it is fresh. */
export function useCopiedAt(url: string | null): number | null {
  return useSyncExternalStore(
    changes.subscribe,
    () => (url && copies.get(url)) || documentCopiedAt(),
    () => null,
  )
}
