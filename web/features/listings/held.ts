import type { OwnListing } from '#shared/contract/listings.ts'
import { listingHeldNote } from '#shared/held-words.ts'

/** Whether a listing waits for an administrator before others see it; its reason then says so by itself. */
export function isHeldBack({ moderationReason }: Pick<OwnListing, 'moderationReason'>): boolean {
  return moderationReason?.startsWith(listingHeldNote) ?? false
}
