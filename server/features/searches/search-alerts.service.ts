import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/pool.ts'
import type { ListingNews } from '#server/features/listing-news/listing-news.public.ts'
import { type NewNotification, notify } from '#server/features/notifications/notifications.public.ts'
import { findMatches, insertMatches, keyOf, type Match } from './matches.db.ts'

/** Matches in one statement: some 100 ms. */
const batchSize = 2000

/**
 * Notifies the owners of saved searches that match listings which were published, are available again, or became cheap enough to match.
 * Each pair of listing and search is notified once.
 */
export async function notifySearchOwners(
  services: { tx: Tx; jobs: Jobs },
  news: readonly ListingNews[],
): Promise<void> {
  const { tx } = services
  const found = news.flatMap(({ what, listingId, priceBefore }) =>
    what === 'SOLD' ? [] : [{ listingId, priceBefore: what === 'CHEAPER' ? priceBefore : null }],
  )
  if (found.length === 0) return
  const matches = await findMatches(tx, found)
  for (let start = 0; start < matches.length; start += batchSize) {
    const some = matches.slice(start, start + batchSize)
    const isNew = await insertMatches(tx, some)
    await notify(services, notificationsOf(some.filter((match) => isNew.has(keyOf(match)))))
  }
}

/** One notification for each search, of its newest listing. */
function notificationsOf(matches: readonly Match[]): NewNotification[] {
  return [...Map.groupBy(matches, ({ searchId }) => searchId).values()].flatMap((same) => {
    const newest = same.at(-1)
    if (!newest) return []
    const { userId, searchId, listingId } = newest
    return [{ userId, kind: 'SEARCH', subjectId: searchId, listingId, count: same.length }]
  })
}
