import type { Viewer } from '#server/core/session/session.ts'
import type { Tx } from '#server/db/pool.ts'
import type { AppealableAct } from '#shared/contract/appeals.ts'
import { unbanUser } from './bans.service.ts'
import { recordActs } from './history.db.ts'
import { extendByHiddenTime } from './listing-moderation.db.ts'
import { restoreListing, revertHiding } from './listing-moderation.service.ts'
import { signRelease } from './moderation-queue.db.ts'

// Reverts a wrong or precautionary act, and extends the listings by the time for which they were hidden.

/** An act that still stands. */
interface StandingAct {
  action: AppealableAct
  /** The listing or, of a BAN, the user. */
  targetId: number
  /** Since when the listings concerned are hidden. */
  since: Date
}

/** Reverts an act that an appeal overturned, and records that in the history. */
export async function revertAct(
  tx: Tx,
  admin: Viewer,
  { action, targetId, since }: StandingAct,
  reason: string,
): Promise<void> {
  if (action === 'BAN') {
    // Listings before their seller, in the order in which triggers lock them.
    await extendByHiddenTime(tx, { sellerId: targetId }, since)
    await unbanUser(tx, admin, targetId)
  } else {
    if (action === 'DELETE') await restoreListing(tx, admin, targetId)
    else await revertHiding(tx, admin, targetId)
    await extendByHiddenTime(tx, { ids: [targetId] }, since)
  }
  const target =
    action === 'BAN'
      ? ({ action: 'UNBAN', target_type: 'USER' } as const)
      : ({ action: 'SHOW', target_type: 'LISTING' } as const)
  await recordActs(tx, [{ admin_id: admin.id, ...target, target_id: targetId, reason, rule: null }])
}

/**
 * After a held listing was shown, which releases its queue item by a trigger: records who released it, and extends the listing. Returns
 * the item's id; null if it had not been held.
 */
export async function finishRelease(
  tx: Tx,
  listingId: number,
  by: { reason: string | null; adminId: number },
): Promise<number | null> {
  const released = await signRelease(tx, listingId, by)
  if (released) await extendByHiddenTime(tx, { ids: [listingId] }, released.heldSince)
  return released?.id ?? null
}
