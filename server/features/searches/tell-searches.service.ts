import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/pool.ts'
import type { ListingNews } from '#server/features/listing-news/listing-news.public.ts'
import { type Notice, notify } from '#server/features/notifications/notifications.public.ts'
import { findMatches, keyOf, type Match, noteTold } from './matches.db.ts'

/** Matches in one statement: some 100 ms. */
const atOnce = 2000

/**
 * Tells the owners of saved searches of listings that were published, are available again, or became so cheap that a search finds
 * them now. A listing is told to a search once, whatever happens to it later.
 */
export async function tellSearches(
  services: { tx: Tx; jobs: Jobs },
  news: readonly ListingNews[],
): Promise<void> {
  const { tx } = services
  const found = news.flatMap(({ what, listingId, priceBefore }) =>
    what === 'SOLD' ? [] : [{ listingId, priceBefore: what === 'CHEAPER' ? priceBefore : null }],
  )
  if (found.length === 0) return
  const matches = await findMatches(tx, found)
  for (let start = 0; start < matches.length; start += atOnce) {
    const some = matches.slice(start, start + atOnce)
    const told = await noteTold(tx, some)
    await notify(services, noticesOf(some.filter((match) => told.has(keyOf(match)))))
  }
}

/** One notice for each search, of its newest listing. */
function noticesOf(matches: readonly Match[]): Notice[] {
  return [...Map.groupBy(matches, ({ searchId }) => searchId).values()].flatMap((same) => {
    const newest = same.at(-1)
    if (!newest) return []
    const { userId, searchId, listingId } = newest
    return [{ userId, kind: 'SEARCH', subjectId: searchId, listingId, count: same.length }]
  })
}
