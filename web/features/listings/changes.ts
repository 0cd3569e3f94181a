import type { QueryClient } from '@tanstack/react-query'
import type { Listing, ListingChanges, ListingDraft } from '#shared/contract/listings.ts'
import { api, keyOf } from '#web/lib/api.ts'

/** Every answer that shows listings: lists, details, one's own, profiles, favourites, conversations. */
const showsListings = /^\/api\/(listings|my-listings|users|favorites|threads)\b/

/** Publishes a listing; every list that may show it is read again when next needed. Rejects with ApiError. */
export async function createListing(client: QueryClient, draft: ListingDraft): Promise<Listing> {
  const listing = await api('POST /api/listings', { body: draft })
  await refresh(client, listing)
  return listing
}

/** Changes one's own listing, and refreshes what shows it. Rejects with ApiError. */
export async function updateListing(
  client: QueryClient,
  id: number,
  changes: ListingChanges,
): Promise<Listing> {
  const listing = await api('PATCH /api/listings/:id', { params: { id }, body: changes })
  await refresh(client, listing)
  return listing
}

/** Deletes one's own listing, and refreshes what showed it. Rejects with ApiError. */
export async function deleteListing(client: QueryClient, id: number): Promise<void> {
  await api('DELETE /api/listings/:id', { params: { id } })
  await invalidateListings(client)
}

/** What is on the screen is read again at once, the rest when it is next shown; the listing itself is known already. */
async function refresh(client: QueryClient, listing: Listing): Promise<void> {
  await invalidateListings(client)
  client.setQueryData(keyOf('GET /api/listings/:id', { params: { id: listing.id } }), listing)
}

function invalidateListings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => showsListings.test(String(queryKey[0])) })
}
