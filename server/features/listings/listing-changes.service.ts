import type { Context } from '#server/context.ts'
import { findPartiesOf } from './listings.db.ts'

/**
 * Notifies viewers of listings and parties to their conversations that the listings changed (sold, deleted,
 * hidden, another price), so that they read again, and starts to process their news. Call it after the commit.
 */
export async function notifyListingsChanged(
  { db, jobs, realtime }: Pick<Context, 'db' | 'jobs' | 'realtime'>,
  listingIds: number[],
): Promise<void> {
  jobs.wakeLoop('listing_news')
  for (const listingId of listingIds)
    realtime.emitToRooms([`listing:${listingId}`], 'listing_changed', { listingId })
  const parties = await findPartiesOf(db, listingIds)
  realtime.emitToRooms(
    parties.map((id) => `user:${id}` as const),
    'threads_changed',
  )
}
