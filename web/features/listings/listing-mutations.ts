import type { QueryClient } from '@tanstack/react-query'
import type { Listing, ListingChanges } from '#shared/contract/listings.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { fullDate } from '#web/lib/format.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { showToast } from '#web/ui/toast.ts'

/** Updates the user's listing and refreshes the queries that show it. Rejects with ApiError. */
export async function updateListing(
  client: QueryClient,
  id: number,
  changes: ListingChanges,
): Promise<Listing> {
  const listing = await api('PATCH /api/listings/:id', { params: { id }, body: changes })
  await refreshChanged(client, 'PATCH /api/listings/:id')
  // The response to a write is the listing's newest state.
  client.setQueryData(queryKeyOf('GET /api/listings/:id', { params: { id } }), listing)
  return listing
}

/** Renews the user's listing, and tells until when, or why it is not shown yet. Rejects with ApiError. */
export async function renewListing(client: QueryClient, id: number): Promise<void> {
  const renewed = await api('POST /api/listings/:id/renew', { params: { id } })
  await refreshChanged(client, 'POST /api/listings/:id/renew')
  if (renewed.moderationReason)
    return showToast({ title: 'Not shown yet', description: renewed.moderationReason, tone: 'failure' })
  showToast({
    title: `Renewed until ${fullDate(renewed.endsAt)}`,
    description: renewed.movedToTop
      ? 'It is at the top of the latest again.'
      : `Renewing moves it to the top again from ${fullDate(renewed.topAgainAt)}.`,
  })
}

/** Deletes the user's listing, unless it was deleted elsewhere, and refreshes the queries that showed it. Rejects with ApiError. */
export async function deleteListing(client: QueryClient, id: number): Promise<void> {
  await api('DELETE /api/listings/:id', { params: { id } }).catch((error: unknown) => {
    if (statusOf(error) !== 410) throw error
  })
  await refreshChanged(client, 'DELETE /api/listings/:id')
}
