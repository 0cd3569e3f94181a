import type { Context } from '#server/context.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/pool.ts'
import { inBatches } from '#server/db/transaction.ts'
import { type NewNotification, notify } from '#server/features/notifications/notifications.public.ts'
import { claimDrops, delayedSavers, findSavers, saversOf } from './saved-news.db.ts'

interface News {
  listingId: number
  what: string
  /** Kobo, of CHEAPER. */
  priceBefore: number | null
}

/** Savers notified in one statement. */
const batchSize = 5000

/**
 * Notifies the savers of listings that became cheaper, also while they were hidden, were sold or are available again. News that no longer
 * holds is dropped.
 */
export async function notifySavers(services: { tx: Tx; jobs: Jobs }, news: readonly News[]): Promise<void> {
  const { tx } = services
  // The first of two drops in a row has the price that the reader knew.
  const priced = [...listingsWith(news, 'PUBLISHED'), ...listingsWith(news, 'CHEAPER').toReversed()]
  const compared = [...new Map(priced.map((one) => [one.listingId, one])).values()]
  if (compared.length > 0) await notifyOfDrops(services, saversOf(compared))
  for (const kind of ['SOLD', 'AVAILABLE'] as const) {
    const ids = [...new Set(listingsWith(news, kind).map(({ listingId }) => listingId))]
    if (ids.length > 0) await notifyInBatches(services, kind, await findSavers(tx, ids, kind))
  }
}

/** Notifies savers of price drops that came too soon after their last notification. Several servers may run it at once. */
export async function notifyOfDelayedDrops({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  await inBatches(db, (tx) => notifyOfDrops({ tx, jobs }, delayedSavers(batchSize)))
}

/** Returns how many savers were looked at. */
async function notifyOfDrops(
  services: { tx: Tx; jobs: Jobs },
  savers: Parameters<typeof claimDrops>[1],
): Promise<number> {
  const drops = await claimDrops(services.tx, savers)
  const due = drops.flatMap(({ isDue, ...drop }) => (isDue ? [drop] : []))
  await notifyInBatches(services, 'CHEAPER', due)
  return drops.length
}

const listingsWith = (news: readonly News[], kind: News['what']) => news.filter(({ what }) => what === kind)

interface AffectedSaver {
  userId: number
  listingId: number
  sellerId: number
  priceBefore?: number
  priceAfter?: number
}

async function notifyInBatches(
  services: { tx: Tx; jobs: Jobs },
  kind: NewNotification['kind'],
  savers: AffectedSaver[],
): Promise<void> {
  const notifications = savers.map(({ sellerId, ...one }) => ({
    ...one,
    kind,
    subjectId: one.listingId,
    actorId: sellerId,
  }))
  for (let done = 0; done < notifications.length; done += batchSize)
    await notify(services, notifications.slice(done, done + batchSize))
}
