import { outboxOf } from '#web/features/chat/use-outbox.ts'
import { QuickStarts } from '#web/features/listings/detail/quick-starts.tsx'

/** The quick starts of a listing, whose sentences the chat's outbox sends. */
export function ListingQuickStarts({ listingId }: { listingId: number }) {
  return <QuickStarts listingId={listingId} outboxOf={outboxOf} />
}
