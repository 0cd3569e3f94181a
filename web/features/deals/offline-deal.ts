import type { Deal } from '#shared/contract/deals.ts'
import { keepPrivate, offlineDealKey } from '#web/lib/private-storage.ts'

/** A deal as this device last read it, so that its page opens at the meeting without a connection. */
export interface OfflineDeal {
  deal: Deal
  viewerId: number
}

export function readOfflineDeal(id: number | string): OfflineDeal | null {
  try {
    return JSON.parse(localStorage.getItem(offlineDealKey(id)) ?? 'null') as OfflineDeal | null
  } catch {
    return null
  }
}

/** Stores an agreed deal; deletes any other. */
export function saveOfflineDeal(offline: OfflineDeal): void {
  try {
    keepPrivate(
      offlineDealKey(offline.deal.id),
      offline.deal.status === 'ACCEPTED' ? JSON.stringify(offline) : null,
    )
  } catch {
    // A browser that refuses storage: the page works while it is open.
  }
}
