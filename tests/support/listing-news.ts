import { notifySavers } from '#server/features/favorites/favorites.public.ts'
import { notifyFollowers } from '#server/features/follows/follows.public.ts'
import type { TestApp } from './test-app.ts'

/** Processes the pending news for savers and followers, like the loop of the jobs. */
export async function notifySaversAndFollowers({ db, jobs }: Pick<TestApp, 'db' | 'jobs'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await tx.deleteFrom('listing_news').returningAll().execute()
    const news = rows
      .sort((one, other) => one.id - other.id)
      .map(({ listing_id, what, price_before }) => ({
        listingId: listing_id,
        what,
        priceBefore: price_before,
      }))
    await notifySavers({ tx, jobs }, news)
    await notifyFollowers({ tx, jobs }, news)
  })
}
