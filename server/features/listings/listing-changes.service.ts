import type { Context } from '#server/context.ts'
import { findPartiesOf } from './listings.db.ts'

/**
 * Notifies viewers of listings and parties to their conversations that the listings changed (sold, deleted,
 * hidden, another price), so that they read again. Call it after the commit.
 */
export async function notifyListingsChanged(
  { db, realtime }: Pick<Context, 'db' | 'realtime'>,
  listingIds: number[],
): Promise<void> {
  for (const listingId of listingIds)
    realtime.emitToRooms([`listing:${listingId}`], 'listing_changed', { listingId })
  const parties = await findPartiesOf(db, listingIds)
  realtime.emitToRooms(
    parties.map((id) => `user:${id}` as const),
    'threads_changed',
  )
}
