import type { Context } from '#server/context.ts'
import { findPartiesOf } from './threads.db.ts'

/**
 * Listings changed (sold, deleted, hidden, another price): whoever talks about them or looks at them hears it and reads again.
 * Called after the commit.
 */
export async function tellListingsChanged(
  { db, realtime }: Pick<Context, 'db' | 'realtime'>,
  listingIds: number[],
): Promise<void> {
  for (const listingId of listingIds)
    realtime.tell([`listing:${listingId}`], 'questions_changed', { listingId })
  const parties = await findPartiesOf(db, listingIds)
  realtime.tell(
    parties.map((id) => `user:${id}` as const),
    'threads_changed',
  )
}
