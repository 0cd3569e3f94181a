import type { Deal } from '#shared/contract/deals.ts'
import { keepPrivate, keptDealKey } from '#web/lib/private-storage.ts'

/** A deal as this device last read it, so that its page opens at the meeting without a connection. */
export interface KeptDeal {
  deal: Deal
  viewerId: number
}

export function readKeptDeal(id: number | string): KeptDeal | null {
  try {
    return JSON.parse(localStorage.getItem(keptDealKey(id)) ?? 'null') as KeptDeal | null
  } catch {
    return null
  }
}

/** Keeps an agreed deal; forgets any other. */
export function keepDeal(kept: KeptDeal): void {
  try {
    keepPrivate(keptDealKey(kept.deal.id), kept.deal.status === 'ACCEPTED' ? JSON.stringify(kept) : null)
  } catch {
    // A browser that refuses storage: the page works while it is open.
  }
}
