import type { Context } from '#server/context.ts'
import { findUndeletedListing } from '#server/features/listings/listings.public.ts'

/**
 * Viewers of a listing, visitors too, get events about its questions. Refused if the page itself would be.
 */
export function questionsEvents({ db, realtime }: Pick<Context, 'db' | 'realtime'>): void {
  realtime.on('join_listing', async ({ viewer, socket }, listingId) => {
    const listing = await findUndeletedListing(db, listingId, viewer)
    socket.join(`listing:${listing.id}`)
  })
  realtime.on('leave_listing', ({ socket }, listingId) => socket.leave(`listing:${listingId}`))
}
