import type { QueryClient } from '@tanstack/react-query'
import type { Listing, ListingChanges, Renewal } from '#shared/contract/listings.ts'
import { api, keyOf } from '#web/lib/api.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'

/** Updates the user's listing and refreshes the queries that show it. Rejects with ApiError. */
export async function updateListing(
  client: QueryClient,
  id: number,
  changes: ListingChanges,
): Promise<Listing> {
  const listing = await api('PATCH /api/listings/:id', { params: { id }, body: changes })
  await refreshChanged(client, 'PATCH /api/listings/:id')
  keep(client, listing)
  return listing
}

/** Renews the user's listing. Rejects with ApiError. */
export async function renewListing(client: QueryClient, id: number): Promise<Renewal> {
  const renewal = await api('POST /api/listings/:id/renew', { params: { id } })
  await refreshChanged(client, 'POST /api/listings/:id/renew')
  return renewal
}

/** Deletes the user's listing and refreshes the queries that showed it. Rejects with ApiError. */
export async function deleteListing(client: QueryClient, id: number): Promise<void> {
  await api('DELETE /api/listings/:id', { params: { id } })
  await refreshChanged(client, 'DELETE /api/listings/:id')
}

/** The response to a write is the listing's newest state. */
function keep(client: QueryClient, listing: Listing): void {
  client.setQueryData(keyOf('GET /api/listings/:id', { params: { id: listing.id } }), listing)
}
