import type { Deal } from '#shared/contract/deals.ts'
import { offlineDealKey, storePrivate } from '#web/lib/private-storage.ts'
import { readStoredJson } from '#web/lib/storage.ts'

/** A deal as this device last read it, so that its page opens at the meeting without a connection. */
export interface OfflineDeal {
  deal: Deal
  viewerId: number
}

export function readOfflineDeal(id: number | string): OfflineDeal | null {
  return readStoredJson(offlineDealKey(id))
}

export function saveOfflineDeal(offline: OfflineDeal): void {
  const isAgreed = offline.deal.status === 'ACCEPTED'
  storePrivate(offlineDealKey(offline.deal.id), isAgreed ? JSON.stringify(offline) : null)
}
