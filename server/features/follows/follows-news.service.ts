import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/pool.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { claimUnannounced, findFollowers, followersAtOnce } from './follows.db.ts'

/** Notifies a seller's followers of a published listing: once per listing, even if it is hidden and shown again. */
export async function notifyFollowers(
  { tx, jobs }: { tx: Tx; jobs: Jobs },
  news: readonly { listingId: number; what: string }[],
): Promise<void> {
  const published = news.filter(({ what }) => what === 'PUBLISHED').map(({ listingId }) => listingId)
  if (published.length === 0) return
  for (const { listingId, sellerId } of await claimUnannounced(tx, published)) {
    let last = 0
    for (let found = followersAtOnce; found === followersAtOnce; ) {
      const followers = await findFollowers(tx, sellerId, last)
      const notifications = followers.map((userId) => ({
        userId,
        kind: 'FOLLOWED' as const,
        subjectId: sellerId,
        listingId,
        actorId: sellerId,
      }))
      await notify({ tx, jobs }, notifications)
      found = followers.length
      last = followers.at(-1) ?? 0
    }
  }
}
