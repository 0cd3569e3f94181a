import type { QueryClient } from '@tanstack/react-query'
import { outboxOf } from '#web/features/chat/use-outbox.ts'
import { confirmationOutboxOf } from '#web/features/deals/confirmation-outbox.ts'
import { listingOutboxOf } from '#web/features/listings/outbox/listing-outbox.ts'

/** Starts to send messages, confirmations at meetings and listings that are stored on this device. */
export function sendUnsent(userId: number, client: QueryClient): void {
  outboxOf(userId, client)
  confirmationOutboxOf(userId, client)
  listingOutboxOf(userId, client)
}
