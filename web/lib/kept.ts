import { useSyncExternalStore } from 'react'

/** Of which answers this tab shows a kept copy: their address, and when it was kept (milliseconds since the epoch). */
const keptReads = new Map<string, number>()
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Notes for an answer of the API whether it is a kept copy (its header) or fresh (null). */
export function noteKept(url: string, header: string | null): void {
  if (header) keptReads.set(url, Number(header))
  else if (!keptReads.delete(url)) return
  tell()
}

/** When the document itself was kept, where the service worker gave a kept copy of it. */
function documentKeptAt(): number | null {
  return Number(document.documentElement.dataset.kept) || null
}

/** What the document was made of has been read anew. */
export function noteDocumentFresh(): void {
  delete document.documentElement.dataset.kept
  tell()
}

/** Everything is about to be read anew: kept copies are noted again where they come again. */
export function startAnew(): void {
  keptReads.clear()
}

/** Whether the last answer of any read was a kept copy. */
export function isAnythingKept(): boolean {
  return keptReads.size > 0
}

export function isDocumentKept(): boolean {
  return documentKeptAt() !== null
}

/** When what is shown was kept: a read of the API by its address, otherwise the document. Null where it is fresh. */
export function useKeptAt(url: string | null): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (url && keptReads.get(url)) || documentKeptAt(),
    () => null,
  )
}
