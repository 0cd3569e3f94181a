import type { QueryClient } from '@tanstack/react-query'
import { outboxOf } from '#web/features/chat/use-outbox.ts'
import { pressesOf } from '#web/features/deals/presses.ts'
import { listingOutboxOf } from '#web/features/listings/outbox/listing-outbox.ts'

/** Starts to send messages, presses at a meeting and listings that this device kept. */
export function sendUnsent(userId: number, client: QueryClient): void {
  outboxOf(userId, client)
  pressesOf(userId, client)
  listingOutboxOf(userId, client)
}
