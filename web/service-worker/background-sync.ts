import type { Listing } from '#shared/contract/listings.ts'
import { outboxChannel } from '#web/lib/outbox-database.ts'
import {
  type OutboxListing,
  type PublishedMessage,
  readOutboxListings,
  removeOutboxListing,
  sendListing,
} from '#web/lib/outbox-listings.ts'
import { tabs } from './push.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Publishes the waiting listings of this device, even if every tab is closed. Rejects if one could not be published: the browser then
 * retries later, and the next page shows a refusal. A page saves an IMEI after its listing.
 */
async function publishOutbox(): Promise<void> {
  const refused = new Set<string>()
  for (let one = await next(refused); one; one = await next(refused)) {
    const response = await sendListing(one)
    if (!response) continue
    if (!response.ok) {
      refused.add(one.id)
      continue
    }
    const listing: Listing = await response.json()
    await removeOutboxListing(one.id)
    new BroadcastChannel(outboxChannel).postMessage({ one, listing } satisfies PublishedMessage)
    // An open page shows the result itself.
    if ((await tabs()).some(({ focused }) => focused)) continue
    await self.registration
      .showNotification('Listing created!', {
        body: listing.moderationReason ?? 'Your listing is now live.',
        icon: '/icon-192.png',
        data: `/listings/${listing.id}`,
      })
      // Without permission for notifications, My Listings shows it.
      .catch(() => undefined)
  }
  if (refused.size > 0) throw new Error('Refused')
}

/** Read before each listing, since the owner may change or delete one meanwhile. */
async function next(refused: Set<string>): Promise<OutboxListing | undefined> {
  return (await readOutboxListings()).find(({ id, problem, imei }) => !problem && !imei && !refused.has(id))
}

/** Missing in TypeScript's library: https://wicg.github.io/background-sync/spec/#sync-event */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

export function listenForSyncs(): void {
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent
    if (sync.tag === outboxChannel) sync.waitUntil(navigator.locks.request(outboxChannel, publishOutbox))
  })
}
