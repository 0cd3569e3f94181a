import type { Context } from '#server/context.ts'
import { findOpenListing } from './questions.service.ts'

/** Who looks at a listing, visitors too, hears of its questions. Refused where the page itself would be. */
export function questionsEvents({ db, realtime }: Pick<Context, 'db' | 'realtime'>): void {
  realtime.on('join_listing', async ({ viewer, socket }, listingId) => {
    const listing = await findOpenListing(db, listingId, viewer)
    socket.join(`listing:${listing.id}`)
  })
  realtime.on('leave_listing', ({ socket }, listingId) => socket.leave(`listing:${listingId}`))
}
